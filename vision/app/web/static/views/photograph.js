// Getting pictures: the phone's camera, a file, or a file dropped on the page.

import { change, ownSeat, say, sendPictures } from "../actions.js";
import { button } from "../parts.js";
import { state } from "../state.js";
import { h } from "../view.js";
import { joined } from "../words.js";

const TYPES = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif";

/** Buttons that open the camera or the file picker. `seat`: whose tiles; null: the whole table. */
export function photographButtons(seat, words = "Photograph", kind = "main") {
  return h(
    "div",
    { class: "row photograph" },
    chooser(`camera-${seat}`, words, seat, kind, { capture: "environment", accept: "image/*" }),
    chooser(`file-${seat}`, "Choose a picture", seat, "plain", { accept: TYPES, multiple: true }),
  );
}

/**
 * One button that takes pictures; `name` is what a screen reader says where `words` is too short.
 * They come in place of the picture `instead`, if one is named.
 */
export function chooser(id, words, seat, kind, more, { name = words, instead = null } = {}) {
  const open = (event) => event.currentTarget?.parentElement.querySelector("input").click();
  const taken = (event) => {
    const files = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
    if (files.length && instead) change({ do: "picture_remove", picture: instead });
    if (files.length) sendPictures(files, seat);
  };
  return h(
    "span",
    { class: "chooser", key: id },
    h("input", {
      type: "file",
      class: "unseen",
      tabindex: "-1",
      "aria-hidden": "true",
      "aria-label": name,
      onchange: taken,
      ...more,
    }),
    button(words, open, kind, name === words ? {} : { "aria-label": name }),
  );
}

const PICTURE = /^image\/|^$/; // a system that knows no HEIC names no type
const SHOWN_MS = 400; // how long the page looks ready after the last sign of a dragged file
const TAKEN_IN = new Set(["table", "hand"]);

/**
 * Takes pictures that are dropped anywhere on the page while an evening's table or hand is open.
 * Elsewhere a dropped file does nothing: the browser would leave the evening to show it.
 */
export function acceptDrops() {
  let ready = 0;
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  const takes = () => state.draft !== null && TAKEN_IN.has(state.route.name);
  window.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = takes() ? "copy" : "none";
    document.body.classList.toggle("dropping", takes());
    clearTimeout(ready);
    ready = setTimeout(() => document.body.classList.remove("dropping"), SHOWN_MS);
  });
  window.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    if (takes()) dropped([...event.dataTransfer.files]);
  });
}

function dropped(files) {
  const pictures = files.filter((file) => PICTURE.test(file.type));
  const others = files.filter((file) => !pictures.includes(file)).map((file) => file.name);
  if (others.length)
    say(`${joined(others)}: no picture. JPEG, PNG, WebP and HEIC files can be dropped.`);
  if (pictures.length) sendPictures(pictures, ownSeat());
}
