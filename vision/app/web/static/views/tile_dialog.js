// One tile: what it is, what else it may be, where it belongs.

import { change } from "../actions.js";
import { button, closeDialog, openDialog, tile as tilePicture } from "../parts.js";
import { state } from "../state.js";
import "../palette.js";
import { isFlower, tileName } from "../tile_names.js";
import { h } from "../view.js";
import { draftSeats, seatsOf } from "../words.js";
import { everyTile, setWords, tileAt } from "./places.js";

const LIKELY = 4;

/** Opens the doubtful tiles one after the other, then goes on to the confirming. */
export function openDoubtful() {
  const doubtful = everyTile(state.draft).find(({ tile, at }) => tile.doubtful && at.seat !== null);
  if (doubtful) openTile(doubtful.at, true);
  else document.getElementById("confirm")?.focus();
}

/** Opens the dialog of the tile at a place; `onward`: the next doubtful one follows. */
export function openTile(at, onward = false) {
  const opened = tileAt(state.draft, at);
  if (!opened) return;
  openDialog("Change this tile", () => {
    const tile = state.draft && tileAt(state.draft, at);
    return tile ? body(tile, at, onward) : null;
  });
}

function body(tile, at, onward) {
  const likely = tile.alternatives
    .map(([code]) => code)
    .filter((code) => code !== tile.code)
    .slice(0, LIKELY);
  const act = async (operation) => {
    closeDialog();
    if ((await change(operation)) && onward) openDoubtful();
  };
  return h(
    "div",
    { class: "stack tile-dialog" },
    h(
      "div",
      { class: "tile-now" },
      crop(tile),
      h("div", {}, tilePicture(tile.code, { class: "large" })),
      h("p", {}, h("b", {}, tileName(tile.code)), h("span", { class: "muted" }, sureness(tile))),
    ),
    tile.doubtful
      ? button(
          `It is the ${tileName(tile.code)}`,
          () => act({ do: "code", at, code: tile.code }),
          "main",
        )
      : null,
    h(
      "p",
      { class: "label" },
      likely.length ? "It is really one of these, likeliest first" : "It is really",
    ),
    h("tile-palette", {
      likely: likely.join(" "),
      onpick: (event) => act({ do: "code", at, code: event.detail.code }),
    }),
    h("p", { class: "label" }, "It belongs somewhere else"),
    h(
      "div",
      { class: "row" },
      targets(tile, at).map(({ words, to }) =>
        button(words, () => act(to ? { do: "move", at, to } : { do: "delete", at }), "plain", {
          key: words,
        }),
      ),
    ),
    h(
      "div",
      { class: "row" },
      at.part === "set" ? setButtons(at, act) : null,
      button("There is no tile: remove it", () => act({ do: "delete", at }), "bad"),
    ),
  );
}

function crop(tile) {
  if (!tile.picture || tile.tile === null) return null;
  return h("img", {
    class: "crop",
    src: `/api/evenings/${state.evening.id}/pictures/${tile.picture}/tile/${tile.tile}.jpg`,
    alt: "The tile on the picture",
  });
}

function sureness(tile) {
  if (!tile.picture) return "";
  return tile.doubtful
    ? "Doubtful: please look at it."
    : ` read with ${Math.round(tile.confidence * 100)} % confidence`;
}

/** Where the tile may be moved to. */
function targets(tile, at) {
  const seats = draftSeats(state.evening, state.draft);
  const found = seatsOf(state.evening, seats).flatMap(({ seat, name }) =>
    ofSeat(seat, name, tile, at),
  );
  if (at.seat !== null) found.push({ words: "Nobody's", to: { seat: null } });
  return found;
}

function ofSeat(seat, name, tile, at) {
  const own = seat === at.seat;
  const whose = own ? "" : `${name}: `;
  if (isFlower(tile.code))
    return own ? [] : [{ words: `${name}: flowers`, to: { seat, part: "flowers" } }];
  const sets = state.draft.hands[seat]?.sets ?? [];
  const places =
    own && at.part === "concealed"
      ? []
      : [{ words: own ? "In hand" : `${name}: in hand`, to: { seat, part: "concealed" } }];
  if (!own && at.seat !== null) return places;
  sets.forEach((set, number) => {
    if (set.tiles.length < 4 && !(own && at.part === "set" && at.set === number))
      places.push({
        words: `${whose}${own ? "Set" : "set"} ${number + 1} (${tileName(set.tiles[0].code)}…)`,
        to: { seat, part: "set", set: number },
      });
  });
  places.push({ words: `${whose}${own ? "A" : "a"} new set`, to: { seat, part: "set" } });
  return places;
}

/** What can be done with the set that the tile lies in. */
function setButtons(at, act) {
  const set = state.draft.hands[at.seat].sets[at.set];
  const codes = set.tiles.map((each) => each.code);
  const words = set.concealed ? "All four lie face up" : "Its end tiles are turned down";
  return [
    set.kind === "kong"
      ? button(
          words,
          () => act({ do: "set", seat: at.seat, set: at.set, concealed: !set.concealed, codes }),
          "plain",
          { key: "turn" },
        )
      : null,
    button(
      `Remove the whole set (${setWords(set)})`,
      () => act({ do: "set", seat: at.seat, set: at.set, concealed: false, codes: [] }),
      "bad",
      { key: "drop" },
    ),
  ];
}
