// Who won and how. Only what would make a difference is asked: the server says which.

import { change } from "../actions.js";
import { choice, tick } from "../parts.js";
import { state } from "../state.js";
import { tileName } from "../tile_names.js";
import { h } from "../view.js";
import { seatsOf } from "../words.js";

const FLAGS = {
  loose_tile: "On a loose tile, after a four",
  original_hand: "With the hand as dealt",
  last_tile: "On the last tile that may be drawn",
  first_discard: "On East's opening discard",
};
const PENALTIES = { washing: "Washed the tiles", "false-mahjongg": "Called Mah-Jongg falsely" };
const RECKLESS = [
  { value: "auto", label: "Judge it" },
  { value: "excused", label: "Excused" },
  { value: "declared", label: "It was" },
];

const won = (fields) => change({ do: "won_with", ...fields });

export function winForm(draft, seats) {
  const players = seatsOf(state.evening, seats);
  const options = players.map(({ seat, name }) => ({ value: seat, label: name }));
  const winner =
    draft.winner === null && draft.settlement && !draft.penalties.length ? "none" : draft.winner;
  return h(
    "section",
    { class: "card stack win", key: "win", "aria-labelledby": "won" },
    h("h2", { id: "won" }, "Who won, and how"),
    choice(
      "winner",
      "Winner",
      [...options, { value: "none", label: "Nobody" }],
      winner,
      (value) => won({ winner: value }),
      { quiet: true },
    ),
    winner && winner !== "none" ? way(draft, options) : null,
    // only Part Two knows them
    state.evening.rules === "limit" || draft.penalties.length ? penalties(draft, players) : null,
  );
}

function way(draft, options) {
  const asks = new Set(draft.asks);
  const { win } = draft;
  return [
    asks.has("by")
      ? choice(
          "by",
          "The winning tile was",
          [
            { value: "draw", label: "Drawn" },
            { value: "discard", label: "Claimed" },
          ],
          win.by,
          (by) => won({ by }),
          { key: "by" },
        )
      : null,
    asks.has("from")
      ? choice(
          "from",
          "Who discarded it",
          options.filter(({ value }) => draft.choices.from.includes(value)),
          win.from,
          (from) => won({ from }),
          { key: "from" },
        )
      : null,
    asks.has("tile") && draft.choices.tile.length > 1 ? winningTile(draft) : null,
    Object.entries(FLAGS).map(([flag, words]) =>
      asks.has(flag)
        ? tick(words, Boolean(win[flag]), (on) => won({ [flag]: on }), { key: flag })
        : null,
    ),
    asks.has("reckless")
      ? choice(
          "reckless",
          "Reckless discard",
          RECKLESS,
          draft.reckless,
          (value) => change({ do: "reckless", value }),
          { key: "reckless" },
        )
      : null,
  ];
}

function winningTile(draft) {
  const options = draft.choices.tile.map((code) => ({
    value: code,
    label: [h("mj-tile", { code }), h("span", { class: "unseen" }, tileName(code))],
  }));
  return choice(
    "tile",
    "Which tile completed the hand",
    options,
    draft.win.tile,
    (code) => won({ tile: code }),
    { key: "tile", class: "tile-choice" },
  );
}

function penalties(draft, players) {
  const on = (kind, by) => draft.penalties.some((each) => each.kind === kind && each.by === by);
  return h(
    "details",
    { key: "penalties", open: state.penalty || draft.penalties.length > 0 || undefined },
    h("summary", {}, "A penalty instead"),
    Object.entries(PENALTIES).map(([kind, words]) =>
      h(
        "fieldset",
        { class: "plain", key: kind },
        h("legend", {}, words),
        h(
          "div",
          { class: "row" },
          players.map(({ seat, name }) =>
            tick(
              name,
              on(kind, seat),
              (set) => change({ do: "penalty", kind, by: seat, on: set }),
              { key: seat },
            ),
          ),
        ),
      ),
    ),
  );
}
