// Starting an evening, joining with a code, waiting for the first answer.

import { go, loadEvening, once, submitted } from "../actions.js";
import { call } from "../api.js";
import { notice } from "../parts.js";
import { state, update } from "../state.js";
import { h } from "../view.js";
import { SEATS } from "../words.js";
import { EMPTY, rulesFields, settingsOf, tableOf } from "./rules_form.js";

export function startView() {
  if (state.evenings === null)
    return [
      h("h1", { tabindex: "-1", key: "h" }, "Start an evening"),
      h("p", { class: "muted", key: "wait" }, "Loading…"),
    ];
  const form = state.form?.about === "start" ? state.form : begun();
  return [
    h("p", { class: "crumb", key: "crumb" }, h("a", { class: "back", href: "#/" }, "Evenings")),
    h("h1", { tabindex: "-1", key: "h" }, "Start an evening"),
    h(
      "form",
      { class: "stack", key: "form", novalidate: true, onsubmit: start },
      rulesFields(form, SEATS, true),
      form.error ? h("div", { role: "alert", key: "error" }, notice("bad", form.error)) : null,
      h("button", { type: "submit", class: "button main wide", key: "go" }, "Start"),
    ),
  ];
}

/** The form as it begins: with the names of the last evening, since the same people meet again. */
function begun() {
  const last = state.evenings[0];
  const form = {
    ...EMPTY,
    about: "start",
    names: last ? [...last.players, "", "", ""].slice(0, 4) : EMPTY.names,
  };
  state.form = form;
  return form;
}

function start(event) {
  event.preventDefault();
  return begin();
}

const begin = once(async () => {
  const { players, table } = tableOf(state.form);
  if (table[0] !== "E" || players.length < 2) {
    update({ form: { ...state.form, error: "Name at least two players, East among them." } });
    document.getElementById("name-E").focus();
    return;
  }
  const { answer: evening, refused } = await submitted(() =>
    call("POST", "/api/evenings", { players, table, ...settingsOf(state.form) }),
  );
  if (refused) return update({ form: { ...state.form, error: refused } });
  update({ form: null, evening, draft: null });
  go(`#/evening/${evening.id}`);
});

/** Shown wherever the server wants the code first. */
export function joinView() {
  return h(
    "form",
    // the address's last part says which view was open; who has joined is back there
    { class: "stack join card", action: `/join${location.hash}`, method: "get" },
    h("h1", { tabindex: "-1" }, "Join the evening"),
    h("p", {}, "The code stands on the screen of the computer that keeps the score."),
    h(
      "div",
      { class: "field" },
      h("label", { for: "code" }, "Code"),
      h("input", {
        id: "code",
        name: "code",
        required: true,
        autocomplete: "off",
        autocapitalize: "characters",
        maxlength: 12,
      }),
    ),
    h("button", { type: "submit", class: "button main wide" }, "Join"),
  );
}

export function waitView() {
  return [
    h("h1", { class: "unseen", tabindex: "-1", key: "h" }, "Evening"),
    h("p", { class: "muted", key: "wait" }, "Loading the evening…"),
    h(
      "button",
      {
        type: "button",
        class: "button plain",
        key: "again",
        onclick: () => loadEvening(state.route.evening),
      },
      "Try again",
    ),
  ];
}
