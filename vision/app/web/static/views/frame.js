// What surrounds every view: the way back, the tabs of an evening, the news that the line is down.

import { state, update } from "../state.js";
import { button } from "../parts.js";
import { h } from "../view.js";
import { many } from "../words.js";

const TABS = [
  ["table", "Table", ""],
  ["hand", "Hand", "/hand"],
  ["ledger", "Ledger", "/ledger"],
  ["settings", "Settings", "/settings"],
];

export function frame(content) {
  const { name, evening } = state.route;
  const inside = evening !== undefined && !state.join;
  return h(
    "div",
    { key: "frame", class: `frame at-${name}` },
    h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
    inside
      ? h(
          "header",
          { class: "top" },
          h("a", { class: "back", href: "#/", "aria-label": "Evenings" }, h("span", {}, "Evenings")),
          tabs(name, evening),
          state.link === "lost" ? lost() : null,
        )
      : null,
    h("main", { id: "main", tabindex: "-1", key: `main-${name}` }, content),
    toast(),
  );
}

function skip(event) {
  event.preventDefault(); // the address says which view is open
  document.getElementById("main").focus();
}

function tabs(name, evening) {
  const at = name === "deal" ? "ledger" : name;
  return h(
    "nav",
    { class: "tabs", "aria-label": "Evening" },
    TABS.map(([key, words, path]) =>
      h(
        "a",
        {
          key,
          href: `#/evening/${evening}${path}`,
          "aria-current": key === at ? "page" : undefined,
        },
        words,
        key === "hand" ? open() : null,
      ),
    ),
  );
}

/** A sign that a hand is being settled. */
function open() {
  const draft = state.draft;
  if (!draft || draft.empty || state.evening?.id !== state.route.evening) return null;
  return h("span", { class: "dot" }, h("span", { class: "unseen" }, " (being settled)"));
}

function lost() {
  return h(
    "div",
    { class: "lost", role: "alert" },
    h("span", { class: "pulse", "aria-hidden": "true" }),
    state.trouble ??
      "Reconnecting to the computer that keeps the score. Nothing that was confirmed is lost.",
  );
}

function toast() {
  const shown = state.toast;
  if (!shown) return null;
  const undo = shown.undo
    ? button("Undo", () => update({ toast: null }) ?? shown.undo(), "quiet")
    : null;
  return h(
    "div",
    { class: "toast", key: "toast" },
    h("span", {}, shown.text),
    undo,
    button("×", () => update({ toast: null }), "quiet square", { "aria-label": "Dismiss" }),
  );
}

export const handsPlayed = (count) => (count ? many(count, "hand") : "no hands yet");
