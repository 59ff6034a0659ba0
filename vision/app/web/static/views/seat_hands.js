// The tiles of each seat as buttons, and the pad for tapping them in.

import { button, windTile } from "../parts.js";
import { state, update } from "../state.js";
import { tileName } from "../tile_names.js";
import { h } from "../view.js";
import { seatsOf } from "../words.js";
import { chooser } from "./photograph.js";
import { padView } from "./pad.js";
import { setWords } from "./places.js";
import { openSeat } from "./seat_dialog.js";
import { openTile } from "./tile_dialog.js";

const NOTHING = { concealed: [], sets: [], flowers: [], dead: false, complete: false, says: "" };

export function handsView(draft, seats) {
  const players = seatsOf(state.evening, seats);
  const there = players.filter(({ seat }) => draft.hands[seat] || state.pad === seat);
  const others = players.filter((at) => !there.includes(at));
  return [
    there.map((at) => seatHand(at, draft.hands[at.seat] ?? NOTHING, draft)),
    others.length
      ? h(
          "section",
          { class: "card others", key: "others", "aria-label": "Seats without tiles" },
          others.map(emptySeat),
        )
      : null,
  ];
}

function emptySeat({ seat, name, wind }) {
  return h(
    "div",
    { class: "empty-seat", key: seat },
    h("h3", { class: "seat-name" }, windTile(seat), h("span", {}, name, h("small", {}, wind))),
    h(
      "span",
      { class: "row tight" },
      chooser(
        `seat-${seat}`,
        "Photograph",
        seat,
        "quiet",
        { accept: "image/*", capture: "environment" },
        { name: `Photograph ${name}'s tiles` },
      ),
      button("Tap", () => update({ pad: seat, padMode: "hand" }), "quiet", {
        "aria-label": `Tap ${name}'s tiles`,
      }),
    ),
  );
}

function seatHand(at, hand, draft) {
  const { seat, name, wind } = at;
  const padding = state.pad === seat;
  const bare = !hand.concealed.length && !hand.sets.length && !hand.flowers.length;
  return h(
    "section",
    { class: "card seat-hand", key: seat, "aria-labelledby": `hand-${seat}` },
    h(
      "div",
      { class: "seat-head" },
      h(
        "h3",
        { class: "seat-name", id: `hand-${seat}` },
        windTile(seat),
        h("span", {}, name, h("small", {}, hand.dead ? `${wind}, dead hand` : wind)),
      ),
      h(
        "span",
        { class: "row tight" },
        button(
          padding ? "Done" : "Add tiles",
          () => update({ pad: padding ? null : seat, padMode: "hand" }),
          padding ? "main" : "plain",
        ),
        button("More", () => openSeat(seat), "quiet", {
          "aria-label": `More about ${name}'s tiles`,
        }),
      ),
    ),
    hand.says
      ? h("p", { class: hand.complete ? "says complete" : "says", role: "status" }, hand.says)
      : null,
    bare ? h("p", { class: "hint" }, "Tap the tiles below.") : rows(seat, hand),
    padding ? padView(seat, hand, draft) : null,
  );
}

function rows(seat, hand) {
  return [
    h(
      "div",
      { class: "tiles", key: "tiles", role: "group", "aria-label": "In hand" },
      hand.concealed.map((tile, index) => tileButton(tile, { seat, part: "concealed", index })),
    ),
    hand.sets.length || hand.flowers.length
      ? h(
          "div",
          { class: "sets", key: "sets" },
          hand.sets.map((set, number) => tableSet(seat, set, number)),
          flowers(seat, hand),
        )
      : null,
  ];
}

function tableSet(seat, set, number) {
  const kind = `set ${set.concealed ? "turned" : ""} ${set.kind ? "" : "broken"}`;
  return h(
    "span",
    {
      class: kind,
      key: `set${number}`,
      role: "group",
      "aria-label": `On the table: ${setWords(set)}`,
    },
    set.tiles.map((tile, index) => tileButton(tile, { seat, part: "set", set: number, index })),
  );
}

function flowers(seat, hand) {
  if (!hand.flowers.length) return null;
  return h(
    "span",
    { class: "set flowers", key: "flowers", role: "group", "aria-label": "Flowers" },
    hand.flowers.map((tile, index) => tileButton(tile, { seat, part: "flowers", index })),
  );
}

function tileButton(tile, at) {
  const words = `${tileName(tile.code)}${tile.doubtful ? ", doubtful" : ""}`;
  const key = `${at.part ?? "loose"}${at.set ?? ""}:${at.index}`;
  return h(
    "button",
    {
      type: "button",
      key,
      class: tile.doubtful ? "tile-button doubtful" : "tile-button",
      "aria-label": words,
      "aria-haspopup": "dialog",
      onclick: () => openTile(at),
    },
    h("mj-tile", { code: tile.code }),
  );
}

/** Tiles that belong to nobody, such as discards. */
export function looseView(draft) {
  if (!draft.loose.length) return null;
  return h(
    "details",
    { class: "card", key: "loose" },
    h("summary", {}, `On the table, nobody's (${draft.loose.length})`),
    h("p", { class: "hint" }, "These do not count. Tap one to give it to a player."),
    h(
      "div",
      { class: "tiles" },
      draft.loose.map((tile, index) => tileButton(tile, { seat: null, index })),
    ),
  );
}
