// The pictures of a hand, with a box over every tile that was read.

import { change, forgetSending } from "../actions.js";
import { button, notice } from "../parts.js";
import { state, update } from "../state.js";
import { BACK, tileName } from "../tile_names.js";
import { h } from "../view.js";
import { many } from "../words.js";
import { openTile } from "./tile_dialog.js";
import { everyTile } from "./places.js";

const ZOOMS = [1, 1.7, 2.8, 4.5];
const NEAR = 0.9; // how far from a tile's middle a tap may be, in tile heights

export function picturesView(evening, draft, seats) {
  const pictures = draft.pictures;
  const sending = state.sending.map((one) => h("div", { key: `s${one.key}` }, sendingView(one)));
  if (!pictures.length) return sending.length ? h("section", { key: "pictures", class: "stack" }, sending) : null;
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
  if (one.error) return notice("bad", h("p", {}, `${one.name}: ${one.error}`), button("Dismiss", () => forgetSending(one.key), "quiet"));
  const percent = Math.round(one.share * 100);
  return h("label", { class: "progress" }, h("span", {}, percent < 100 ? `Sending the picture, ${percent} %` : "The picture has arrived…"), h("progress", { max: 100, value: percent }));
}

function strip(evening, pictures, shown, seats) {
  return h(
    "div",
    { class: "strip", role: "group", "aria-label": "Which picture" },
    pictures.map((p, at) =>
      h(
        "button",
        { type: "button", key: p.id, class: "thumb", "aria-pressed": String(p.id === shown.id), onclick: () => update({ picture: p.id, zoom: 1 }) },
        p.status === "read" ? h("img", { src: `/api/evenings/${evening.id}/pictures/${p.id}.jpg?side=240`, alt: "" }) : h("span", { class: "thumb-wait" }),
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
    read ? sheet(evening, draft, shown, seats) : h("div", { class: "picture-wait", "aria-hidden": "true" }, [1, 2, 3, 4, 5].map((at) => h("mj-tile", { code: BACK, key: String(at) }))),
    h("figcaption", {}, h("p", { role: "status" }, status(shown, seats)), read ? zoomButtons() : null, remove(shown)),
    shown.warnings.map((warning, at) => h("div", { key: `w${at}` }, notice("warn", warning.message))),
  );
}

function status(shown, seats) {
  if (shown.status === "waiting") return shown.ahead ? `Waiting to be read, ${many(shown.ahead, "picture")} ahead` : "Waiting to be read";
  if (shown.status === "reading") return "Reading the tiles…";
  if (shown.status === "failed") return `Could not be read: ${shown.message || "try another picture."}`;
  const tiles = many(shown.reading?.tiles.length ?? 0, "tile");
  return `${shown.seat ? `${seats[shown.seat]}: ` : ""}${tiles} read. Tap one to change it.`;
}

function zoomButtons() {
  const at = ZOOMS.indexOf(state.zoom);
  const to = (step) => () => update({ zoom: ZOOMS[at + step] });
  return h("span", { class: "row tight" }, button("−", to(-1), "plain square", { disabled: at <= 0, "aria-label": "Smaller" }), button("+", to(1), "plain square", { disabled: at >= ZOOMS.length - 1, "aria-label": "Larger" }));
}

function remove(shown) {
  return button("Remove", () => change({ do: "picture_remove", picture: shown.id }), "quiet", { "aria-label": "Remove this picture and its tiles" });
}

/** The picture itself. The boxes are for the pointer; the same tiles are buttons below. */
function sheet(evening, draft, shown, seats) {
  const { width, height } = shown;
  const places = new Map(everyTile(draft).filter(({ tile }) => tile.picture === shown.id).map((one) => [one.tile.tile, one]));
  const large = state.zoom > 1;
  return h(
    "div",
    { class: large ? "picture-scroll large" : "picture-scroll", tabindex: large ? "0" : undefined, role: large ? "region" : undefined, "aria-label": large ? "The picture, enlarged" : undefined },
    h(
      "div",
      { class: "picture-sheet", style: { "--zoom": String(state.zoom), "--shape": `${width} / ${height}` } },
      h("img", { src: `/api/evenings/${evening.id}/pictures/${shown.id}.jpg?side=1600`, alt: `${shown.seat ? `${seats[shown.seat]}'s tiles` : "The tiles"} on the picture; what was read is listed below` }),
      h("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", class: "boxes", onclick: (event) => tapped(event, shown, places) }, shown.reading.tiles.map((tile) => box(tile, places.get(tile.id)))),
    ),
  );
}

function box(tile, place) {
  const kind = !place ? "gone" : place.tile.doubtful ? "doubtful" : place.at.seat === null ? "loose" : place.at.part;
  return h("polygon", { key: String(tile.id), class: `box ${kind}`, points: tile.quad.map(([x, y]) => `${x},${y}`).join(" ") }, h("title", {}, tileName(place?.tile.code ?? tile.code)));
}

/** Opens the tile that was tapped: the nearest one, since tiles on a phone are small. */
function tapped(event, shown, places) {
  const svg = event.currentTarget;
  const frame = svg.getBoundingClientRect();
  const x = ((event.clientX - frame.left) / frame.width) * shown.width;
  const y = ((event.clientY - frame.top) / frame.height) * shown.height;
  const near = shown.reading.tiles.filter((tile) => places.has(tile.id)).map((tile) => ({ tile, ...away(tile.quad, x, y) }));
  const best = near.sort((a, b) => a.distance - b.distance)[0];
  if (best && best.distance <= best.size * NEAR) openTile(places.get(best.tile.id).at);
}

function away(quad, x, y) {
  const middle = [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const size = Math.hypot(quad[0][0] - quad[2][0], quad[0][1] - quad[2][1]);
  return { distance: Math.hypot(middle[0] - x, middle[1] - y), size };
}

