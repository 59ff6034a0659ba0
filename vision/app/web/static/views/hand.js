// The hand being settled: pictures, tiles, who won and how, what it comes to.

import { change, confirmHand, leaveDeal, ownSeat, setOwnSeat, undoDraft } from "../actions.js";
import { button, choice, notice } from "../parts.js";
import { state } from "../state.js";
import { h } from "../view.js";
import { SEAT_NAMES, draftSeats, seatsOf } from "../words.js";
import { cameraCard } from "./camera.js";
import { photographButtons } from "./photograph.js";
import { picturesView } from "./pictures.js";
import { handsView, looseView } from "./seat_hands.js";
import { headline, settlementView } from "./settlement.js";
import { openDoubtful } from "./tile_dialog.js";
import { winForm } from "./win_form.js";

export function handView() {
  const { evening, draft } = state;
  const seats = draftSeats(evening, draft);
  const fresh = draft.empty && state.sending.every((one) => one.error);
  return h(
    "div",
    { class: "stack hand-view", key: "hand" },
    heading(evening, draft),
    cameraCard(),
    fresh && !state.pad && !state.penalty ? begin(evening) : null,
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "stack" },
        picturesView(evening, draft, seats),
        handsView(draft, seats),
        looseView(draft),
      ),
      h("div", { class: "stack" }, fresh && !state.penalty ? null : winForm(draft, seats), outcome(draft, seats)),
    ),
    fresh ? null : bar(draft, evening, seats),
  );
}

function heading(evening, draft) {
  const number = draft.editing ?? evening.position.number;
  return h(
    "div",
    { class: "heading" },
    h("h1", { tabindex: "-1" }, draft.editing ? `Change hand ${number}` : `Hand ${number}`),
    h(
      "div",
      { class: "row" },
      draft.can_undo ? button("Undo", undoDraft, "quiet") : null,
      draft.empty
        ? null
        : button(
            draft.editing ? "Leave it as it was" : "Start over",
            draft.editing ? () => leaveDeal(draft.editing) : () => change({ do: "clear" }),
            "quiet",
          ),
    ),
  );
}

/** The first steps, while there is nothing. */
function begin(evening) {
  const seats = seatsOf(evening).map(({ seat, name }) => ({ value: seat, label: name }));
  return h(
    "section",
    { class: "stack", key: "begin" },
    choice(
      "mine",
      "The picture shows the tiles of",
      [{ value: null, label: "Whole table" }, ...seats],
      ownSeat(),
      setOwnSeat,
    ),
    photographButtons(ownSeat()),
    h(
      "p",
      { class: "hint" },
      "Or tap the tiles in below, seat by seat. The winner's alone are enough.",
    ),
  );
}

function outcome(draft, seats) {
  if (draft.settlement) {
    return h(
      "section",
      { class: "card", "aria-labelledby": "settled", key: "settled" },
      h("h2", { id: "settled", tabindex: "-1" }, "Settlement"),
      draft.provisional
        ? notice(
            "warn",
            h("b", {}, "Provisional. "),
            "Look at ",
            draft.doubts.join("; "),
            ".",
            button("Look at them", openDoubtful, "plain"),
          )
        : null,
      draft.assumed.map((words) => h("p", { class: "hint", key: words }, words)),
      settlementView(draft.settlement, seats),
    );
  }
  if (!missing(draft)) return null;
  return h(
    "section",
    {
      class: "stack",
      key: "problems",
      id: "missing",
      tabindex: "-1",
      "aria-label": "What is missing",
    },
    draft.problems.map((problem, at) =>
      h("div", { key: String(at) }, notice("warn", named(problem, seats))),
    ),
  );
}

/** A problem with the player it concerns. */
function named(problem, seats) {
  const name = problem.seat && seats[problem.seat];
  if (!name || problem.message.includes(SEAT_NAMES[problem.seat])) return problem.message;
  return `${name}: ${problem.message}`;
}

/** What it comes to, always in sight, with the button that writes it down. */
function bar(draft, evening, seats) {
  const words = draft.settlement
    ? headline(draft, evening, seats)
    : (waiting(draft) ?? "Not complete yet");
  return h(
    "div",
    { class: "bar", key: "bar" },
    h(
      "div",
      { role: "status", class: "bar-words" },
      h(
        "button",
        { type: "button", onclick: showOutcome, disabled: !draft.settlement && !missing(draft) },
        h("b", {}, words),
        draft.provisional ? h("small", {}, "provisional: a tile is doubtful") : null,
        missing(draft) ? h("small", {}, "see what is missing") : null,
      ),
    ),
    button(draft.editing ? "Save" : "Confirm", confirmHand, "main", {
      disabled: !draft.can_confirm,
      id: "confirm",
    }),
  );
}

/** From the bar to the lines behind its figure, or to why there is none. */
function showOutcome() {
  const place = document.getElementById("settled") ?? document.getElementById("missing");
  place.scrollIntoView({ block: "center" });
  place.focus({ preventScroll: true });
}

/** Whether the page says what is missing. */
function missing(draft) {
  if (draft.settlement || waiting(draft)) return false;
  return draft.problems.length > 0 && (!draft.empty || Boolean(state.pad));
}

function waiting(draft) {
  if (state.sending.some((one) => !one.error)) return "Sending the picture…";
  return draft.pictures.some((p) => p.status === "waiting" || p.status === "reading")
    ? "Reading the picture…"
    : null;
}
