// The camera over the table, where one runs: what it sees, in words and in a picture.

import { takeNow } from "../actions.js";
import { button } from "../parts.js";
import { state, update } from "../state.js";
import { h } from "../view.js";

const EVERY_MS = 1000;
let timer = 0;

export function cameraCard() {
  const live = state.live;
  if (!live?.state) {
    stop();
    return null;
  }
  return h(
    "section",
    { class: "card camera", "aria-label": "Camera", key: "camera" },
    h(
      "div",
      { class: "camera-head" },
      h("span", { class: live.waiting ? "lamp on" : "lamp", "aria-hidden": "true" }),
      h("p", { "aria-live": "polite" }, h("b", {}, "Camera: "), live.state),
    ),
    state.watching
      ? h("img", {
          class: "camera-picture",
          src: `/api/live.jpg?at=${state.watching}`,
          alt: "What the camera sees, with the tiles that it reads",
        })
      : null,
    h(
      "div",
      { class: "row" },
      button("Take this hand", takeNow),
      button(state.watching ? "Hide the picture" : "Show the picture", toggle, "quiet"),
    ),
  );
}

function toggle() {
  if (state.watching) {
    stop();
    update({ watching: 0 });
    return;
  }
  const next = () => !document.hidden && update({ watching: Date.now() });
  timer = setInterval(next, EVERY_MS);
  next();
}

function stop() {
  clearInterval(timer);
  state.watching = 0;
}
