// News from the server while an evening is open: the evening, the hand being settled, the camera.

import { call } from "./api.js";
import { state, update } from "./state.js";

const AGAIN_MS = 2000;
let source = null;
let open = null; // the evening listened to
let timer = 0;

/** Listens to one evening, or to none (null). */
export function listenTo(evening) {
  if (evening === open && source && source.readyState !== EventSource.CLOSED) return;
  clearTimeout(timer);
  source?.close();
  source = null;
  open = evening;
  if (evening !== null) connect();
}

function connect() {
  source = new EventSource(`/api/evenings/${open}/events`);
  const own = source;
  own.onopen = () => update({ link: "ready", trouble: null });
  own.onerror = () => {
    if (own !== source) return;
    update({ link: "lost" });
    if (own.readyState === EventSource.CLOSED) timer = setTimeout(again, AGAIN_MS);
  };
  own.addEventListener("evening", (event) => own === source && takeEvening(JSON.parse(event.data)));
  own.addEventListener("draft", (event) => own === source && takeDraft(JSON.parse(event.data)));
  own.addEventListener(
    "live",
    (event) => own === source && update({ live: JSON.parse(event.data) }),
  );
}

/** Asks first what is wrong, which the stream does not say: perhaps a new code is wanted. */
async function again() {
  const asked = open;
  if (asked === null || state.join) return;
  const wrong = await call("GET", `/api/evenings/${asked}`).then(
    () => null,
    (error) => error,
  );
  if (open !== asked) return;
  if (wrong?.status === 401) update({ join: true });
  else {
    update({ trouble: wrong?.status >= 500 ? wrong.message : null });
    connect();
  }
}

/** Shows an evening unless a newer state of it is shown already. */
export function takeEvening(evening) {
  const known = state.evening;
  const same = known?.id === evening.id;
  if (same && known.revision > evening.revision) return;
  const written = same && known.entries.length < evening.entries.length; // perhaps by another phone
  update({ evening, ...(written ? { pad: null, penalty: false } : {}) });
}

/** Shows a hand unless a newer state of it is shown already. */
export function takeDraft(draft) {
  if (state.draft && state.draft.revision > draft.revision) return;
  update({ draft });
}

// a phone that was asleep has perhaps lost its stream without being told
document.addEventListener("visibilitychange", () => {
  if (
    document.visibilityState === "visible" &&
    open !== null &&
    source?.readyState !== EventSource.OPEN
  ) {
    source?.close();
    connect();
  }
});
