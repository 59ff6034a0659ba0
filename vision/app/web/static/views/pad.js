// Tapping a hand in: what the next tap means, and every tile.

import { change, undoDraft } from "../actions.js";
import { button, choice } from "../parts.js";
import { state, update } from "../state.js";
import "../palette.js";
import { ALL_CODES, BACK, isFlower, isSuited } from "../tile_names.js";
import { h } from "../view.js";
import { usedUp } from "./places.js";

const alike = (count) => (code) => Array(count).fill(code);
const sequence = (code) => [0, 1, 2].map((step) => `${Number(code[0]) + step}${code[1]}`);
const playing = ALL_CODES.filter((code) => !isFlower(code) && code !== BACK);

/** What a tap does. `tiles`: how many of the tapped kind; `codes`: the set that it makes. */
const MODES = {
  hand: {
    label: "In hand",
    spare: 1,
    only: [...playing, ...ALL_CODES.filter(isFlower)],
    hint: "Flowers find their place by themselves.",
  },
  pair: {
    label: "Two",
    spare: 2,
    only: playing,
    codes: alike(2),
    hint: "Two alike in hand with one tap.",
  },
  three: {
    label: "Three shown",
    spare: 3,
    only: playing,
    codes: alike(3),
    hint: "Tap the tile: three of it lie on the table.",
  },
  run: {
    label: "Run shown",
    spare: 1,
    only: playing.filter((code) => isSuited(code) && Number(code[0]) <= 7),
    codes: sequence,
    hint: "Tap the lowest tile: 4 makes 4, 5, 6 on the table.",
  },
  four: {
    label: "Four shown",
    spare: 4,
    only: playing,
    codes: alike(4),
    hint: "Tap the tile: four of it lie on the table.",
  },
  hidden: {
    label: "Four turned",
    spare: 4,
    only: playing,
    codes: alike(4),
    turned: true,
    hint: "A concealed four: its end tiles are turned down.",
  },
};

export function padView(seat, hand, draft) {
  const mode = MODES[state.padMode];
  const options = Object.entries(MODES).map(([value, { label }]) => ({ value, label }));
  return h(
    "div",
    { class: "pad", key: "pad" },
    choice(
      "pad",
      "What the next tap adds",
      options,
      state.padMode,
      (padMode) => update({ padMode }),
      { quiet: true },
    ),
    h("p", { class: "hint" }, mode.hint),
    tapped(hand),
    h("tile-palette", {
      only: mode.only.join(" "),
      full: full(draft, mode).join(" "),
      onpick: (event) => add(seat, event.detail.code),
    }),
    h(
      "div",
      { class: "row" },
      button("Take back", undoDraft, "plain", { disabled: !draft.can_undo }),
      button("Done", () => update({ pad: null }), "main"),
    ),
  );
}

/** The tiles so far, small, in sight wherever on the pad the next one is tapped. */
function tapped(hand) {
  const rows = [hand.concealed, ...hand.sets.map((set) => set.tiles), hand.flowers];
  const drawn = rows
    .filter((row) => row.length)
    .flatMap((row, at) => [
      at ? h("span", { class: "gap", key: `gap${at}` }) : null,
      row.map(({ code }, index) => h("mj-tile", { code, key: `${at}:${index}` })),
    ]);
  return drawn.length ? h("div", { class: "tapped", "aria-hidden": "true" }, drawn) : null;
}

function full(draft, mode) {
  const used = usedUp(draft, mode.spare);
  if (mode.codes !== sequence) return used;
  return mode.only.filter((code) => sequence(code).some((each) => used.includes(each)));
}

async function add(seat, code) {
  const mode = MODES[state.padMode];
  if (state.padMode === "hand") await change({ do: "add", at: { seat, part: "concealed" }, code });
  else if (state.padMode === "pair")
    for (const each of mode.codes(code))
      await change({ do: "add", at: { seat, part: "concealed" }, code: each });
  else
    await change({
      do: "set",
      seat,
      set: null,
      concealed: Boolean(mode.turned),
      codes: mode.codes(code),
    });
}
