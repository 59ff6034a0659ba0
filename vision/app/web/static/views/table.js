// The table: who has what, whose East it is, and the ways to enter the next hand.

import { confirmHand, drawnGame, enterPenalty, ownSeat, setOwnSeat, tapHand, undoEvening } from "../actions.js";
import { button, choice, windTile } from "../parts.js";
import { state } from "../state.js";
import { h } from "../view.js";
import { SEAT_NAMES, plain, seatsOf, signed, undoWords } from "../words.js";
import { cameraCard } from "./camera.js";
import { photographButtons } from "./photograph.js";
import { headline } from "./settlement.js";

export function tableView() {
  const { evening, draft } = state;
  const { round_wind: wind, number } = evening.position;
  return h(
    "div",
    { class: "stack", key: "table" },
    h("h1", { tabindex: "-1" }, `${SEAT_NAMES[wind]}'s round, hand ${number}`),
    felt(evening),
    draft.empty && state.sending.every((one) => one.error) ? null : openHand(evening, draft),
    cameraCard(),
    enter(evening),
    foot(evening),
  );
}

function felt(evening) {
  const last = evening.entries.at(-1);
  return h(
    "section",
    { class: "felt", "aria-label": "Scores" },
    h(
      "ul",
      {},
      seatsOf(evening).map((at) => place(at, evening.totals[at.name], last?.changes[at.name])),
    ),
    h(
      "div",
      { class: "felt-middle" },
      windTile(evening.position.round_wind),
      h("span", {}, `Round ${evening.position.round_number}`),
      evening.position.set_number > 1 ? h("span", {}, `Set ${evening.position.set_number}`) : null,
    ),
  );
}

function place({ seat, name, wind }, total, change) {
  return h(
    "li",
    { class: `place seat-${seat}`, key: seat },
    h(
      "span",
      { class: "place-name" },
      windTile(seat),
      h("span", {}, h("b", {}, name), h("small", {}, wind)),
    ),
    h("span", { class: "place-total figure" }, plain(total ?? 0)),
    change === undefined
      ? null
      : h(
          "span",
          { class: "place-change figure" },
          h("span", { class: "unseen" }, "last hand "),
          signed(change),
        ),
  );
}

/** The hand that is being settled, on whichever phone it was begun. */
function openHand(evening, draft) {
  const waiting =
    draft.pictures.filter((p) => p.status === "waiting" || p.status === "reading").length +
    state.sending.length;
  const words = waiting
    ? "A picture is being read…"
    : draft.settlement
      ? headline(draft, evening)
      : (draft.problems[0]?.message ?? "Not finished yet.");
  const title = draft.editing
    ? `Hand ${draft.editing} is being changed`
    : draft.camera
      ? "The camera has taken a hand"
      : "This hand is being settled";
  const sure = draft.can_confirm && !draft.provisional && !draft.editing;
  return h(
    "section",
    { class: "card open-hand", key: "open", "aria-label": "Hand being settled" },
    h("p", { role: "status" }, h("strong", {}, title), h("span", { class: "muted" }, words)),
    h(
      "div",
      { class: "row" },
      h(
        "a",
        { class: "button plain", href: `#/evening/${evening.id}/hand` },
        sure ? "Look at it" : "Continue",
      ),
      sure ? button("Confirm", confirmHand, "main") : null,
    ),
  );
}

function enter(evening) {
  const seats = seatsOf(evening).map(({ seat, name }) => ({ value: seat, label: name }));
  const mine = ownSeat();
  return h(
    "section",
    { class: "stack", "aria-labelledby": "enter", key: "enter" },
    h("h2", { id: "enter" }, "Enter the hand"),
    choice(
      "mine",
      "The picture shows the tiles of",
      [{ value: null, label: "Whole table" }, ...seats],
      mine,
      setOwnSeat,
    ),
    photographButtons(mine),
    h(
      "div",
      { class: "row" },
      button("Enter by tapping", () => tapHand(mine ?? "E")),
      button("Drawn game", drawnGame),
      evening.rules === "limit" ? button("Penalty", enterPenalty) : null,
    ),
  );
}

function foot(evening) {
  const undo = evening.can_undo
    ? button(`Undo ${undoWords(evening.can_undo)}`, undoEvening, "quiet")
    : null;
  return h(
    "div",
    { class: "row foot", key: "foot" },
    undo,
    h("a", { class: "button quiet", href: `#/evening/${evening.id}/ledger` }, "Ledger"),
  );
}
