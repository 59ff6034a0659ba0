// Talking with the server. Every change carries the header that only our own page sends.

const OWN = { "X-Tilescore": "1" };

/** An answer that was no success; `errors` are the server's, `message` is for people. */
export class ApiError extends Error {
  constructor(status, body) {
    const errors = body?.errors ?? [];
    super(errors.map((error) => error.message).join(" ") || `The server answered ${status}.`);
    this.status = status;
    this.errors = errors;
    this.body = body;
  }
}

/** JSON out, JSON in. Throws ApiError; status 0 where the server could not be reached. */
export async function call(method, path, body) {
  const options = { method, headers: { ...OWN } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw unreachable();
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

/** Sends a picture's bytes; `onShare` is told how much has gone, 0 to 1. */
export function upload(path, file, onShare) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("X-Tilescore", "1");
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = (event) =>
      event.lengthComputable && onShare(event.loaded / event.total);
    request.onerror = () => reject(unreachable());
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response);
      else reject(new ApiError(request.status, request.response));
    };
    request.send(file);
  });
}

function unreachable() {
  return new ApiError(0, {
    errors: [
      {
        message:
          "The computer that keeps the score cannot be reached. Check that it is on and on the same network.",
      },
    ],
  });
}
