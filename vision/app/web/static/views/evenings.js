// All evenings: resume one or start another.

import { state } from "../state.js";
import { h } from "../view.js";
import { joined, signed, when } from "../words.js";
import { handsPlayed } from "./frame.js";

export function eveningsView() {
  const evenings = state.evenings;
  return [
    h(
      "div",
      { class: "title", key: "title" },
      h("img", { src: "/static/icon.svg", alt: "", width: 52, height: 52 }),
      h(
        "div",
        {},
        h("h1", { tabindex: "-1" }, "Evenings"),
        h("p", { class: "muted" }, "Photograph the tiles, get the settlement."),
      ),
    ),
    h("a", { class: "button main wide", href: "#/start", key: "start" }, "Start an evening"),
    evenings === null ? h("p", { class: "muted", key: "wait" }, "Loading…") : list(evenings),
  ];
}

function list(evenings) {
  if (!evenings.length)
    return h("p", { class: "muted", key: "none" }, "No evening has been played yet.");
  return h(
    "ul",
    { class: "evenings", key: "list" },
    evenings.map((evening, at) => line(evening, at === 0)),
  );
}

function line(evening, newest) {
  const standing = Object.entries(evening.totals).sort((a, b) => b[1] - a[1]);
  return h(
    "li",
    { key: String(evening.id) },
    h(
      "a",
      { class: "card evening", href: `#/evening/${evening.id}` },
      h(
        "span",
        { class: "evening-head" },
        h("strong", {}, joined(evening.players)),
        newest ? h("span", { class: "badge" }, "Resume") : null,
      ),
      h(
        "span",
        { class: "muted" },
        `${when(evening.updated ?? evening.created)} · ${handsPlayed(evening.hands)}`,
      ),
      evening.hands
        ? h(
            "span",
            { class: "standing" },
            standing.map(([name, total]) =>
              h("span", { key: name }, `${name} `, h("b", { class: "figure" }, signed(total))),
            ),
          )
        : null,
    ),
  );
}
