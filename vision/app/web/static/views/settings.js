// What was agreed for the evening, and what the server keeps.

import { say, setKeep, submitted } from "../actions.js";
import { call } from "../api.js";
import { takeEvening } from "../live.js";
import { choice, notice, tick } from "../parts.js";
import { state, update } from "../state.js";
import { h } from "../view.js";
import { SEATS, SEAT_NAMES } from "../words.js";
import { rulesFields, settingsOf } from "./rules_form.js";

export function settingsView() {
  const evening = state.evening;
  const form = state.form?.about === evening.id ? state.form : begun(evening);
  return [
    h("h1", { tabindex: "-1", key: "h" }, "Settings"),
    h(
      "form",
      { class: "stack", key: "form", novalidate: true, onsubmit: save },
      rulesFields(form, evening.table, false),
      rounds(form),
      form.error ? h("div", { role: "alert", key: "error" }, notice("bad", form.error)) : null,
      h("button", { type: "submit", class: "button main wide", key: "go" }, "Save"),
      h(
        "p",
        { class: "hint", key: "hint" },
        "Every hand already played is settled anew with what you save.",
      ),
    ),
    server(),
  ];
}

function begun(evening) {
  const { rules, limit, house } = evening;
  const form = {
    about: evening.id,
    names: [...evening.players],
    rules,
    limit: limit ?? 300,
    house: { ...house },
    rounds: evening.rounds_before ?? 0,
  };
  state.form = form;
  return form;
}

function rounds(form) {
  const options = SEATS.map((seat, at) => ({ value: at, label: SEAT_NAMES[seat] }));
  const pick = (value) => update({ form: { ...state.form, rounds: value } });
  return choice("rounds", "The evening begins in the round of", options, form.rounds % 4, pick, {
    key: "rounds",
  });
}

async function save(event) {
  event.preventDefault();
  const form = state.form;
  const body = {
    players: form.names.map((name) => name.trim()),
    rounds_before: form.rounds,
    ...settingsOf(form),
  };
  const { answer, refused } = await submitted(() =>
    call("PATCH", `/api/evenings/${state.evening.id}`, body),
  );
  if (refused) return update({ form: { ...form, error: refused } });
  takeEvening(answer);
  update({ form: null });
  say("The settings are saved.");
}

function server() {
  const about = state.about;
  if (!about) return null;
  return h(
    "section",
    { class: "card stack", key: "server" },
    h("h2", {}, "This computer"),
    tick("Keep corrected readings for training", about.keep, setKeep),
    h(
      "p",
      { class: "hint" },
      "Pictures, tiles and corrections then go to a folder that the labelling page opens. They stay on this computer.",
    ),
    about.lan
      ? h(
          "div",
          {},
          h("h3", {}, "Phones join at"),
          h(
            "ul",
            { class: "addresses" },
            about.addresses.map((address) => h("li", { key: address }, h("code", {}, address))),
          ),
        )
      : h(
          "p",
          { class: "hint" },
          "Only this computer can open the page. Start the server with --lan to let phones join.",
        ),
    /^\d/.test(about.version) ? h("p", { class: "muted" }, `tilescore ${about.version}`) : null,
  );
}
