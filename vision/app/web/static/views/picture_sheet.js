// A picture with a box over every tile that was read on it.

import { tileName } from "../tile_names.js";
import { h } from "../view.js";
import { everyTile } from "./places.js";

const NEAR = 0.9; // how far from a tile's middle a tap may be, in tile heights

/**
 * A picture with its boxes. `draft` says what its tiles are; `onTile` is told the place of a tile
 * that is tapped (none: it is only shown). The boxes are for the pointer; tiles are listed beside.
 */
export function sheet(evening, draft, shown, seats, { zoom = 1, onTile = null } = {}) {
  const { width, height } = shown;
  const places = new Map(
    everyTile(draft)
      .filter(({ tile }) => tile.picture === shown.id)
      .map((one) => [one.tile.tile, one]),
  );
  const large = zoom > 1;
  return h(
    "div",
    {
      class: large ? "picture-scroll large" : "picture-scroll",
      tabindex: large ? "0" : undefined,
      role: large ? "region" : undefined,
      "aria-label": large ? "The picture, enlarged" : undefined,
    },
    h(
      "div",
      {
        class: "picture-sheet",
        style: { "--zoom": String(zoom), "--shape": `${width} / ${height}` },
      },
      h("img", {
        src: `/api/evenings/${evening.id}/pictures/${shown.id}.jpg?side=1600`,
        alt: `${shown.seat ? `${seats[shown.seat]}'s tiles` : "The tiles"} on the picture; what was read is listed below`,
      }),
      h(
        "svg",
        {
          viewBox: `0 0 ${width} ${height}`,
          "aria-hidden": "true",
          class: onTile ? "boxes" : "boxes still",
          onclick: onTile ? (event) => tapped(event, shown, places, onTile) : undefined,
        },
        shown.reading.tiles.map((tile) => box(tile, places.get(tile.id))),
      ),
    ),
  );
}

function box(tile, place) {
  const kind = !place
    ? "gone"
    : place.tile.doubtful
      ? "doubtful"
      : place.at.seat === null
        ? "loose"
        : place.at.part;
  return h(
    "polygon",
    {
      key: String(tile.id),
      class: `box ${kind}`,
      points: tile.quad.map(([x, y]) => `${x},${y}`).join(" "),
    },
    h("title", {}, tileName(place?.tile.code ?? tile.code)),
  );
}

/** Answers the tile that was tapped: the nearest one, since tiles on a phone are small. */
function tapped(event, shown, places, onTile) {
  const svg = event.currentTarget;
  const frame = svg.getBoundingClientRect();
  const x = ((event.clientX - frame.left) / frame.width) * shown.width;
  const y = ((event.clientY - frame.top) / frame.height) * shown.height;
  const near = shown.reading.tiles
    .filter((tile) => places.has(tile.id))
    .map((tile) => ({ tile, ...away(tile.quad, x, y) }));
  const best = near.sort((a, b) => a.distance - b.distance)[0];
  if (best && best.distance <= best.size * NEAR) onTile(places.get(best.tile.id).at);
}

function away(quad, x, y) {
  const middle = [0, 1].map((axis) => quad.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const size = Math.hypot(quad[0][0] - quad[2][0], quad[0][1] - quad[2][1]);
  return { distance: Math.hypot(middle[0] - x, middle[1] - y), size };
}
