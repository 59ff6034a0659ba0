// The pictures of the hand being settled: how they fare, which one is shown, how large.

import { change, forgetSending } from "../actions.js";
import { button, notice } from "../parts.js";
import { state, update } from "../state.js";
import { BACK } from "../tile_names.js";
import { h } from "../view.js";
import { many } from "../words.js";
import { chooser } from "./photograph.js";
import { openTile } from "./tile_dialog.js";
import { sheet } from "./picture_sheet.js";

const ZOOMS = [1, 1.7, 2.8, 4.5];

export function picturesView(evening, draft, seats) {
  const pictures = draft.pictures;
  const sending = state.sending.map((one) => h("div", { key: `s${one.key}` }, sendingView(one)));
  if (!pictures.length)
    return sending.length ? h("section", { key: "pictures", class: "stack" }, sending) : null;
  const shown = pictures.find((p) => p.id === state.picture) ?? pictures.at(-1);
  return h(
    "section",
    { key: "pictures", class: "card pictures", "aria-label": "Pictures" },
    pictures.length > 1 ? strip(evening, pictures, shown, seats) : null,
    picture(evening, draft, shown, seats),
    sending,
  );
}

function sendingView(one) {
  if (one.error)
    return notice(
      "bad",
      h("p", {}, `${one.name}: ${one.error}`),
      button("Dismiss", () => forgetSending(one.key), "quiet"),
    );
  const percent = Math.round(one.share * 100);
  return h(
    "label",
    { class: "progress" },
    h("span", {}, percent < 100 ? `Sending the picture, ${percent} %` : "The picture has arrived…"),
    h("progress", { max: 100, value: percent }),
  );
}

function strip(evening, pictures, shown, seats) {
  return h(
    "div",
    { class: "strip", role: "group", "aria-label": "Which picture" },
    pictures.map((p, at) =>
      h(
        "button",
        {
          type: "button",
          key: p.id,
          class: "thumb",
          "aria-pressed": String(p.id === shown.id),
          onclick: () => update({ picture: p.id, zoom: 1 }),
        },
        p.status === "read"
          ? h("img", { src: `/api/evenings/${evening.id}/pictures/${p.id}.jpg?side=240`, alt: "" })
          : h("span", { class: "thumb-wait" }),
        h("span", {}, p.seat ? seats[p.seat] : `Picture ${at + 1}`),
      ),
    ),
  );
}

function picture(evening, draft, shown, seats) {
  const read = shown.status === "read";
  return h(
    "figure",
    { key: shown.id },
    read
      ? sheet(evening, draft, shown, seats, { zoom: state.zoom, onTile: openTile })
      : shown.status === "failed"
        ? null
        : h(
            "div",
            { class: "picture-wait", "aria-hidden": "true" },
            [1, 2, 3, 4, 5].map((at) => h("mj-tile", { code: BACK, key: String(at) })),
          ),
    h(
      "figcaption",
      {},
      h("p", { role: "status" }, status(shown, seats)),
      read ? zoomButtons() : null,
      shown.status === "failed" ? again(shown) : null,
      remove(shown),
    ),
    shown.warnings.map((warning, at) =>
      h("div", { key: `w${at}` }, notice("warn", warning.message)),
    ),
  );
}

function status(shown, seats) {
  if (shown.status === "waiting")
    return shown.ahead
      ? `Waiting to be read, ${many(shown.ahead, "picture")} ahead`
      : "Waiting to be read";
  if (shown.status === "reading") return "Reading the tiles…";
  if (shown.status === "failed")
    return shown.message || "The picture cannot be read: try another one.";
  const tiles = many(shown.reading?.tiles.length ?? 0, "tile");
  return `${shown.seat ? `${seats[shown.seat]}: ` : ""}${tiles} read. Tap one to change it.`;
}

/** Another picture in place of one that could not be read. */
function again(shown) {
  const camera = { accept: "image/*", capture: "environment" };
  return chooser(`again-${shown.id}`, "Photograph again", shown.seat, "main", camera, {
    instead: shown.id,
  });
}

function zoomButtons() {
  const at = ZOOMS.indexOf(state.zoom);
  const to = (step) => () => update({ zoom: ZOOMS[at + step] });
  return h(
    "span",
    { class: "row tight" },
    button("−", to(-1), "plain square", { disabled: at <= 0, "aria-label": "Smaller" }),
    button("+", to(1), "plain square", {
      disabled: at >= ZOOMS.length - 1,
      "aria-label": "Larger",
    }),
  );
}

function remove(shown) {
  return button("Remove", () => change({ do: "picture_remove", picture: shown.id }), "quiet", {
    "aria-label": "Remove this picture and its tiles",
  });
}
