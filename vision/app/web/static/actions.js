// What a tap does: one function for each thing that people can do.

import { call, upload } from "./api.js";
import { takeDraft, takeEvening } from "./live.js";
import { state, update } from "./state.js";
import { undoWords } from "./words.js";

const HINT_MS = 7000;
const REST_MS = 400; // after which a second tap is meant
const READ_MS = 70; // for each letter of a long sentence
let pending = 0; // changes of the hand on their way
let tail = Promise.resolve(true);
let toastTimer = 0;

/** Says something for a moment; a screen reader hears it. `undo` offers to take it back. */
export function say(text, undo = null) {
  clearTimeout(toastTimer);
  const shown = Math.max(HINT_MS, text.length * READ_MS);
  toastTimer = setTimeout(() => update({ toast: null }), shown);
  update({ toast: { text, undo } });
  announce(text);
}

/** Tells a screen reader alone. */
export function announce(text) {
  const place = document.getElementById("said");
  if (place.textContent !== text) place.textContent = text;
}

/** Runs a request, tells what went wrong; answers undefined then. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    if (error.status === 401) update({ join: true });
    else if (error.status === undefined) throw error;
    else {
      if (error.status === 409 && error.body?.revision !== undefined) takeDraft(error.body); // how it stands
      say(error.message);
    }
    return undefined;
  }
}

/** A tap that counts once: those that follow while its work runs, or `rest` ms long, do nothing. */
export function once(work, rest = 0) {
  let busy = false;
  return async (...values) => {
    if (busy) return undefined;
    busy = true;
    const rested = new Promise((done) => setTimeout(done, rest));
    try {
      return await work(...values);
    } finally {
      rested.then(() => (busy = false));
    }
  };
}

/** Sends a form: its answer, or what is `refused` for the form to show. */
export async function submitted(work) {
  try {
    return { answer: await work() };
  } catch (error) {
    if (error.status === undefined) throw error;
    if (error.status === 401) update({ join: true });
    return { refused: error.message };
  }
}

export const go = (hash) => {
  location.hash = hash;
};

const base = () => `/api/evenings/${state.evening.id}`;

// --- evenings -----------------------------------------------------------------------------------

export async function loadEvenings() {
  const evenings = await attempt(() => call("GET", "/api/evenings"));
  if (evenings) update({ evenings });
}

export async function loadEvening(id) {
  if (state.evening?.id !== id)
    update({ evening: null, draft: null, live: null, pad: null, picture: null });
  const evening = await attempt(() => call("GET", `/api/evenings/${id}`).catch(leave));
  if (evening && state.route.evening === id) takeEvening(evening);
  const draft = evening && (await attempt(() => call("GET", `/api/evenings/${id}/draft`)));
  if (draft && state.route.evening === id) takeDraft(draft);
}

/** Back to the list from an evening that does not exist. */
function leave(error) {
  if (error.status === 404) go("#/");
  throw error;
}

export const loadAbout = async () => {
  const about = await attempt(() => call("GET", "/api/about"));
  if (about) update({ about });
};

export async function setKeep(keep) {
  const about = await attempt(() => call("PUT", "/api/about", { keep }));
  update({ about: about ? { ...state.about, ...about } : { ...state.about } });
}

export const undoEvening = once(async () => {
  const what = undoWords(state.evening.can_undo ?? "");
  const evening = await attempt(() => call("POST", `${base()}/undo`, {}));
  if (evening) {
    takeEvening(evening);
    say(`Taken back: ${what}.`);
  }
}, REST_MS); // the next one to be taken back is under the same finger

export const deleteDeal = once(async (number) => {
  const evening = await attempt(() => call("DELETE", `${base()}/deals/${number}`));
  if (!evening) return;
  takeEvening(evening);
  say(`Hand ${number} was deleted and everything after it worked out anew.`, undoEvening);
  go(`#/evening/${evening.id}/ledger`);
});

let asked = null; // the past deal that was asked for last

/** A past deal as it was entered, in the form of a draft; undefined until the server has told. */
export function pastDeal(number) {
  const { id, revision } = state.evening;
  const key = `${id}/${number}/${revision}`;
  if (state.past?.key === key) return state.past.deal;
  if (asked !== key) {
    asked = key;
    attempt(async () => {
      const deal = await call("GET", `/api/evenings/${id}/deals/${number}`);
      if (asked === key) update({ past: { key, deal } });
    });
  }
  return undefined;
}

// --- the hand being settled ----------------------------------------------------------------------

/** Sends one change of the hand after those before it; answers whether it was done. */
export function change(operation) {
  const seen = pending ? null : state.draft?.revision;
  pending += 1;
  tail = tail.then(() => send(operation, seen)).finally(() => (pending -= 1));
  return tail;
}

async function send(operation, seen) {
  const revision = seen ?? state.draft?.revision;
  const draft = await attempt(() => call("POST", `${base()}/draft`, { revision, ...operation }));
  if (draft) takeDraft(draft);
  return Boolean(draft);
}

export const undoDraft = () => change({ do: "undo" });

export const confirmHand = once(async () => {
  await tail;
  const editing = state.draft.editing;
  const evening = await attempt(() =>
    call("POST", `${base()}/draft/confirm`, { revision: state.draft.revision }),
  );
  if (!evening) return;
  takeEvening(evening);
  update({ pad: null, penalty: false, picture: null, zoom: 1 });
  say(
    editing
      ? `Hand ${editing} was changed; all totals follow.`
      : `Hand ${evening.entries.length} is written down.`,
    undoEvening,
  );
  go(editing ? `#/evening/${evening.id}/deal/${editing}` : `#/evening/${evening.id}`);
});

export async function editDeal(number) {
  if (await change({ do: "edit", number })) go(`#/evening/${state.evening.id}/hand`);
}

/** Gives up the change of a past hand. */
export async function leaveDeal(number) {
  update({ pad: null });
  if (await change({ do: "clear" })) go(`#/evening/${state.evening.id}/deal/${number}`);
}

/** Shows the form of a penalty, with which a hand ends without a winner. */
export function enterPenalty() {
  update({ pad: null, penalty: true });
  go(`#/evening/${state.evening.id}/hand`);
}

export async function drawnGame() {
  update({ pad: null });
  if (await change({ do: "won_with", winner: "none" })) go(`#/evening/${state.evening.id}/hand`);
}

export function tapHand(seat) {
  update({ pad: seat, padMode: "hand" });
  go(`#/evening/${state.evening.id}/hand`);
}

// --- pictures --------------------------------------------------------------------------------------

/** Whose tiles this phone photographs: a seat, or null for the whole table. */
export function ownSeat() {
  const name = localStorage.getItem("tilescore.mine");
  const seats = Object.entries(state.evening?.position.seats ?? {});
  return seats.find(([, player]) => player === name)?.[0] ?? null;
}

export function setOwnSeat(seat) {
  if (seat) localStorage.setItem("tilescore.mine", state.evening.position.seats[seat]);
  else localStorage.removeItem("tilescore.mine");
  update({});
}

let sent = 0;

/** Sends pictures; the hand's page shows how they fare. */
export function sendPictures(files, seat) {
  update({ dialog: null });
  go(`#/evening/${state.evening.id}/hand`);
  const pictures = [...files].filter((file) => file.size > 0);
  return Promise.all(pictures.map((file) => sendPicture(file, seat)));
}

async function sendPicture(file, seat) {
  const key = (sent += 1);
  const progress = (changes) =>
    update({
      sending: state.sending.map((one) => (one.key === key ? { ...one, ...changes } : one)),
    });
  update({ sending: [...state.sending, { key, name: file.name, share: 0 }] });
  const query = seat ? `?seat=${seat}` : "";
  try {
    const { id } = await upload(`${base()}/pictures${query}`, file, (share) => progress({ share }));
    update({ sending: state.sending.filter((one) => one.key !== key), picture: id });
  } catch (error) {
    if (error.status === undefined) throw error;
    progress({ error: error.message });
    announce(error.message);
  }
}

export const forgetSending = (key) =>
  update({ sending: state.sending.filter((one) => one.key !== key) });

export const takeNow = () => attempt(() => call("POST", "/api/live", { do: "take" }));
