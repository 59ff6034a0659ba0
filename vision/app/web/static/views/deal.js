// One hand of the ledger: its pictures, tiles and settlement, and the ways to change it.

import { deleteDeal, editDeal, go, pastDeal } from "../actions.js";
import { button, closeDialog, openDialog, tile, windTile } from "../parts.js";
import { state } from "../state.js";
import { h } from "../view.js";
import { SEAT_NAMES, clock, many, seatsOf } from "../words.js";
import { sheet } from "./picture_sheet.js";
import { headline, settlementView } from "./settlement.js";

const SOURCES = {
  photo: "photographed",
  tapped: "entered by tapping",
  camera: "taken by the camera",
};

export function dealView() {
  const evening = state.evening;
  const entry = evening.entries.find((one) => one.number === state.route.number);
  if (!entry)
    return [
      h("h1", { tabindex: "-1", key: "h" }, "No such hand"),
      h(
        "a",
        { class: "button plain", href: `#/evening/${evening.id}/ledger`, key: "back" },
        "Ledger",
      ),
    ];
  const hand = {
    winner: entry.winner,
    settlement: entry.settlement,
    penalties: entry.deal.penalties,
  };
  return [
    h(
      "h1",
      { tabindex: "-1", key: "h" },
      `Hand ${entry.number}: ${headline(hand, evening, entry.seats)}`,
    ),
    h("p", { class: "muted", key: "about" }, about(entry)),
    h(
      "div",
      { class: "row", key: "do" },
      button("Change this hand", () => askToEdit(entry.number), "main"),
      button("Delete", () => deleteDeal(entry.number)),
      neighbour(evening, entry.number - 1, "Earlier"),
      neighbour(evening, entry.number + 1, "Later"),
    ),
    h(
      "div",
      { class: "columns", key: "columns" },
      h(
        "div",
        { class: "stack" },
        pictures(evening, entry),
        seatsOf(evening, entry.seats).map((at) => tiles(at, entry.deal.players?.[at.seat])),
      ),
      h(
        "section",
        { class: "card", "aria-labelledby": "settled" },
        h("h2", { id: "settled" }, "Settlement"),
        settlementView(entry.settlement, entry.seats),
        (entry.about?.assumed ?? []).map((words) => h("p", { class: "hint", key: words }, words)),
      ),
    ),
  ];
}

/** A hand that is being settled meanwhile is not thrown away unasked. */
function askToEdit(number) {
  const open = state.draft && !state.draft.empty && state.draft.editing === null;
  if (!open) return editDeal(number);
  return openDialog("A hand is being settled", () => [
    h(
      "p",
      { key: "p" },
      `The hand that is being settled now is given up if hand ${number} is changed first.`,
    ),
    h(
      "div",
      { class: "row", key: "do" },
      button(
        "Go to the open hand",
        () => (closeDialog(), go(`#/evening/${state.evening.id}/hand`)),
        "main",
      ),
      button(`Change hand ${number} all the same`, () => (closeDialog(), editDeal(number))),
    ),
  ]);
}

function about(entry) {
  const parts = [
    `${SEAT_NAMES[entry.round_wind]}'s round`,
    clock(entry.about?.time),
    SOURCES[entry.about?.source],
  ];
  return parts.filter(Boolean).join(" · ");
}

function neighbour(evening, number, words) {
  const there = evening.entries.some((entry) => entry.number === number);
  return there
    ? h(
        "a",
        { class: "button quiet", key: words, href: `#/evening/${evening.id}/deal/${number}` },
        words,
      )
    : null;
}

/** The hand as it was entered: with its pictures, what was read on them and what was corrected. */
function pictures(evening, entry) {
  if (!entry.about?.pictures?.length) return null;
  const past = pastDeal(entry.number);
  if (!past) return h("p", { class: "muted", key: "pictures" }, "Loading the pictures…");
  return past.pictures
    .filter((shown) => shown.reading)
    .map((shown) => picture(evening, past, shown, entry.seats));
}

function picture(evening, past, shown, seats) {
  const fixed = Object.entries(shown.fixed);
  return h(
    "section",
    { class: "card pictures", key: shown.id, "aria-label": "Picture" },
    h(
      "figure",
      {},
      sheet(evening, past, shown, seats),
      h(
        "figcaption",
        {},
        h(
          "p",
          {},
          `${many(shown.reading.tiles.length, "tile")} read, ${fixed.length ? `${fixed.length} corrected:` : "none corrected."}`,
        ),
      ),
    ),
    fixed.length
      ? h(
          "ul",
          { class: "corrections" },
          fixed.map(([id, code]) => correction(shown, Number(id), code)),
        )
      : null,
  );
}

function correction(shown, id, code) {
  const read = shown.reading.tiles.find((one) => one.id === id);
  const now = code === "-" ? h("span", {}, "no tile") : tile(code);
  return h(
    "li",
    { key: String(id) },
    read ? tile(read.code) : null,
    h("span", { "aria-hidden": "true" }, "→"),
    h("span", { class: "unseen" }, " is really "),
    now,
  );
}

/** A seat's tiles as they were settled. */
function tiles({ seat, name, wind }, hand) {
  if (!hand || !(hand.concealed?.length || hand.sets?.length || hand.flowers?.length)) return null;
  const row = (codes) => codes.map((code, at) => tile(code, { key: String(at) }));
  return h(
    "section",
    { class: "card seat-hand", key: seat, "aria-label": `Tiles of ${name}` },
    h(
      "h3",
      { class: "seat-name" },
      windTile(seat),
      h("span", {}, name, h("small", {}, hand.dead ? `${wind}, dead hand` : wind)),
    ),
    h("div", { class: "tiles" }, row(hand.concealed ?? [])),
    h(
      "div",
      { class: "sets" },
      (hand.sets ?? []).map((set, at) =>
        h("span", { class: set.concealed ? "set turned" : "set", key: String(at) }, row(set.tiles)),
      ),
      hand.flowers?.length
        ? h("span", { class: "set flowers", key: "flowers" }, row(hand.flowers))
        : null,
    ),
  );
}
