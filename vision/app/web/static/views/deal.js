// One hand of the ledger: its pictures, tiles and settlement, and the ways to change it.

import { deleteDeal, editDeal } from "../actions.js";
import { button, tile, windTile } from "../parts.js";
import { state } from "../state.js";
import { h } from "../view.js";
import { SEAT_NAMES, clock, seatsOf } from "../words.js";
import { headline, settlementView } from "./settlement.js";

const SOURCES = { photo: "photographed", tapped: "entered by tapping", camera: "taken by the camera" };

export function dealView() {
  const evening = state.evening;
  const entry = evening.entries.find((one) => one.number === state.route.number);
  if (!entry) return [h("h1", { tabindex: "-1", key: "h" }, "No such hand"), h("a", { class: "button plain", href: `#/evening/${evening.id}/ledger`, key: "back" }, "Ledger")];
  const hand = { winner: entry.winner, settlement: entry.settlement, penalties: entry.deal.penalties };
  return [
    h("h1", { tabindex: "-1", key: "h" }, `Hand ${entry.number}: ${headline(hand, evening, entry.seats)}`),
    h("p", { class: "muted", key: "about" }, about(entry)),
    h("div", { class: "row", key: "do" }, button("Change this hand", () => editDeal(entry.number), "main"), button("Delete", () => deleteDeal(entry.number)), neighbour(evening, entry.number - 1, "Earlier"), neighbour(evening, entry.number + 1, "Later")),
    h("div", { class: "columns", key: "columns" }, h("div", { class: "stack" }, pictures(evening, entry), seatsOf(evening, entry.seats).map((at) => tiles(at, entry.deal.players?.[at.seat]))), h("section", { class: "card", "aria-labelledby": "settled" }, h("h2", { id: "settled" }, "Settlement"), settlementView(entry.settlement, entry.seats), (entry.about?.assumed ?? []).map((words) => h("p", { class: "hint", key: words }, words)))),
  ];
}

function about(entry) {
  const parts = [`${SEAT_NAMES[entry.round_wind]}'s round`, clock(entry.about?.time), SOURCES[entry.about?.source]];
  return parts.filter(Boolean).join(" · ");
}

function neighbour(evening, number, words) {
  const there = evening.entries.some((entry) => entry.number === number);
  return there ? h("a", { class: "button quiet", key: words, href: `#/evening/${evening.id}/deal/${number}` }, words) : null;
}

function pictures(evening, entry) {
  const shown = entry.about?.pictures ?? [];
  if (!shown.length) return null;
  return h("div", { class: "past-pictures", key: "pictures" }, shown.map((id, at) => h("a", { key: id, href: `/api/evenings/${evening.id}/pictures/${id}.jpg?side=1600`, target: "_blank", rel: "noopener" }, h("img", { src: `/api/evenings/${evening.id}/pictures/${id}.jpg?side=640`, alt: `Picture ${at + 1} of this hand`, loading: "lazy" }))));
}

/** A seat's tiles as they were settled. */
function tiles({ seat, name, wind }, hand) {
  if (!hand || !(hand.concealed?.length || hand.sets?.length || hand.flowers?.length)) return null;
  const row = (codes) => codes.map((code, at) => tile(code, { key: String(at) }));
  return h(
    "section",
    { class: "card seat-hand", key: seat, "aria-label": `Tiles of ${name}` },
    h("h3", { class: "seat-name" }, windTile(seat), h("span", {}, name, h("small", {}, hand.dead ? `${wind}, dead hand` : wind))),
    h("div", { class: "tiles" }, row(hand.concealed ?? [])),
    h("div", { class: "sets" }, (hand.sets ?? []).map((set, at) => h("span", { class: set.concealed ? "set turned" : "set", key: String(at) }, row(set.tiles))), hand.flowers?.length ? h("span", { class: "set flowers", key: "flowers" }, row(hand.flowers)) : null),
  );
}
