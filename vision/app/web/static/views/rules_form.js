// Names, rules and house readings: the same fields start an evening and change one.

import { state, update } from "../state.js";
import { choice, field } from "../parts.js";
import { h } from "../view.js";
import { SEATS, SEAT_NAMES } from "../words.js";

export const EMPTY = {
  names: ["", "", "", ""],
  rules: "no-limit",
  limit: 300,
  house: {},
  rounds: 0,
};

/** The form's fields, kept in `form`; `seats` are the seats whose names are asked. */
export function rulesFields(form, seats, optional) {
  const set = (changes) => update({ form: { ...state.form, ...changes, error: null } });
  return [
    h(
      "fieldset",
      { class: "plain names", key: "names" },
      h("legend", {}, "Who plays"),
      seats.map((seat, at) => nameField(form, seat, at, set)),
      optional
        ? h(
            "p",
            { class: "hint" },
            "In order of play: East, then each player's right-hand neighbour. Leave a seat empty when two or three play.",
          )
        : null,
    ),
    choice(
      "rules",
      "Rules",
      [
        { value: "no-limit", label: "Part One: no limit" },
        { value: "limit", label: "Part Two: with a limit" },
      ],
      form.rules,
      (rules) => set({ rules }),
      { key: "rules" },
    ),
    form.rules === "limit"
      ? field(
          "limit",
          "Limit",
          {
            type: "number",
            min: 1,
            max: 100000,
            required: true,
            inputmode: "numeric",
            value: String(form.limit),
            oninput: (event) => set({ limit: event.target.value }),
          },
          "The most that a hand can score. The book plays with 300.",
        )
      : null,
    readings(form, set),
  ];
}

function nameField(form, seat, at, set) {
  const rename = (event) =>
    set({ names: state.form.names.map((name, i) => (i === at ? event.target.value : name)) });
  return field(`name-${seat}`, SEAT_NAMES[seat], {
    type: "text",
    maxlength: 40,
    autocomplete: "off",
    autocapitalize: "words",
    required: at === 0,
    value: form.names[at] ?? "",
    oninput: rename,
  });
}

/** One row of answers for each question that the book leaves open. */
function readings(form, set) {
  const questions = state.about?.readings ?? [];
  if (!questions.length) return null;
  const changed = questions.filter(
    (each) => (form.house[each.key] ?? each.values[0]) !== each.values[0],
  ).length;
  return h(
    "details",
    { class: "card readings", key: "readings" },
    h(
      "summary",
      {},
      h(
        "span",
        {},
        "House readings",
        h("small", {}, changed ? ` · ${changed} changed` : " · the usual ones"),
      ),
    ),
    h(
      "p",
      { class: "hint" },
      "Where the book is silent or contradicts itself a table may choose. The first answer is the usual one.",
    ),
    questions.map((each) => reading(form, each, set)),
  );
}

function reading(form, each, set) {
  const options = each.values.map((value) => ({ value, label: value }));
  const pick = (value) => set({ house: { ...state.form.house, [each.key]: value } });
  return h(
    "div",
    { class: "reading", key: each.key },
    choice(
      `house-${each.key}`,
      each.key.replaceAll("_", " "),
      options,
      form.house[each.key] ?? each.values[0],
      pick,
    ),
    h("p", { class: "hint" }, each.meaning),
  );
}

/** What the server is sent: only answers that differ from the usual ones. */
export function settingsOf(form) {
  const questions = state.about?.readings ?? [];
  const usual = Object.fromEntries(questions.map((each) => [each.key, each.values[0]]));
  const house = Object.fromEntries(
    Object.entries(form.house).filter(([key, value]) => value !== usual[key]),
  );
  const settings = { rules: form.rules, house };
  if (form.rules === "limit") settings.limit = Number(form.limit);
  return settings;
}

/** The players named and where they sit. */
export function tableOf(form) {
  const taken = SEATS.filter((_, at) => form.names[at]?.trim());
  return { players: taken.map((seat) => form.names[SEATS.indexOf(seat)].trim()), table: taken };
}
