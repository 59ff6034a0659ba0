// The ledger: every hand of the evening with what it moved.

import { undoEvening } from "../actions.js";
import { button } from "../parts.js";
import { state } from "../state.js";
import { h } from "../view.js";
import { SEAT_NAMES, clock, plain, signed, undoWords } from "../words.js";
import { headline } from "./settlement.js";

export function ledgerView() {
  const evening = state.evening;
  return [
    h("h1", { tabindex: "-1", key: "h" }, "Ledger"),
    evening.entries.length
      ? ledger(evening)
      : h("p", { class: "muted", key: "none" }, "No hand has been written down yet."),
    h(
      "div",
      { class: "row", key: "undo" },
      evening.can_undo ? button(`Undo ${undoWords(evening.can_undo)}`, undoEvening) : null,
    ),
    files(evening),
  ];
}

function ledger(evening) {
  const names = evening.players;
  return h(
    "div",
    { class: "card ledger", key: "ledger" },
    h(
      "table",
      {},
      h("caption", { class: "unseen" }, "Hands played, newest first"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Hand"),
          names.map((name) =>
            h("th", { scope: "col", key: name, title: name }, h("span", {}, name)),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        h(
          "tr",
          { class: "sum", key: "total" },
          h("th", { scope: "row" }, "Total"),
          names.map((name) => h("td", { key: name, class: "figure" }, plain(evening.totals[name]))),
        ),
        [...evening.entries].reverse().map((entry) => line(evening, entry, names)),
      ),
    ),
  );
}

function line(evening, entry, names) {
  const hand = {
    winner: entry.winner,
    settlement: entry.settlement,
    penalties: entry.deal.penalties,
  };
  const details = [`${SEAT_NAMES[entry.round_wind]}'s round`, clock(entry.about?.time)]
    .filter(Boolean)
    .join(" · ");
  return h(
    "tr",
    { key: String(entry.number) },
    h(
      "th",
      { scope: "row" },
      h(
        "a",
        { href: `#/evening/${evening.id}/deal/${entry.number}` },
        h("b", {}, `${entry.number}. ${headline(hand, evening, entry.seats)}`),
        h("small", {}, details),
      ),
    ),
    names.map((name) =>
      h(
        "td",
        { key: name, class: `figure ${entry.changes[name] > 0 ? "plus" : ""}` },
        signed(entry.changes[name] ?? 0),
      ),
    ),
  );
}

function files(evening) {
  const base = `/api/evenings/${evening.id}`;
  return h(
    "section",
    { key: "files", class: "stack", "aria-labelledby": "files" },
    h("h2", { id: "files" }, "Take it along"),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        {
          class: "button plain",
          href: `/print/evenings/${evening.id}`,
          target: "_blank",
          rel: "noopener",
        },
        "Print",
      ),
      h("a", { class: "button plain", href: `${base}/export.csv`, download: "" }, "CSV table"),
      h("a", { class: "button plain", href: `${base}/export.json`, download: "" }, "JSON"),
    ),
  );
}
