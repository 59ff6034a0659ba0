// What the page knows, in one place. Views read it; `update` changes it and has it shown.

export const state = {
  route: { name: "evenings" },
  about: null, // what the server says of itself
  evenings: null, // the list
  evening: null, // E, the evening that is open
  draft: null, // D, its hand being settled
  live: null, // L, the camera
  link: "ready", // or "lost": the stream of news is down
  trouble: null, // why, where the server says
  join: false, // the server wants a code
  sending: [], // pictures on their way: {key, name, share, error}
  past: null, // a deal of the ledger as it was entered: {key, deal}
  pad: null, // the seat whose tiles are tapped in
  padMode: "hand",
  penalty: false, // whether the form of penalties is asked for
  picture: null, // id of the picture shown large
  zoom: 1,
  dialog: null, // {title, body}
  toast: null, // {text, undo}
};

let show = () => {};
let due = false;

/** Names the function that shows the state. */
export function onChange(callback) {
  show = callback;
}

/** Changes the state; the page follows in the same turn of the event loop, once. */
export function update(changes) {
  Object.assign(state, changes);
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    show();
  });
}
