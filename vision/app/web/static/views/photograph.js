// Getting pictures: the phone's camera, a file, or a file dropped on the page.

import { sendPictures } from "../actions.js";
import { button } from "../parts.js";
import { h } from "../view.js";

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

/** One button that takes pictures; `name` is what a screen reader says where `words` is too short. */
export function chooser(id, words, seat, kind, more, name = words) {
  const open = (event) => event.currentTarget?.parentElement.querySelector("input").click();
  const taken = (event) => {
    const files = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
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

/** Listeners for an element on which pictures may be dropped. */
export function dropZone(seat) {
  const files = (event) =>
    [...(event.dataTransfer?.files ?? [])].filter((file) => /^image\/|^$/.test(file.type));
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  return {
    ondragover: (event) => carries(event) && event.preventDefault(),
    ondrop: (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      if (files(event).length) sendPictures(files(event), seat());
    },
  };
}
