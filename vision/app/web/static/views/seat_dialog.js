// What else can be said of a seat's tiles: typed in, dead, another's, none.

import { change, submitted } from "../actions.js";
import { call } from "../api.js";
import { button, closeDialog, notice, openDialog, tick } from "../parts.js";
import { state, update } from "../state.js";
import { h } from "../view.js";
import { draftSeats, seatsOf } from "../words.js";
import { chooser } from "./photograph.js";

/** Opens the dialog about one seat's tiles. */
export function openSeat(seat) {
  const seats = draftSeats(state.evening, state.draft);
  update({ typed: { text: typedOf(state.draft.hands[seat]), error: null } });
  openDialog(`${seats[seat]}'s tiles`, () => body(seat, seats));
}

function body(seat, seats) {
  const hand = state.draft.hands[seat];
  const others = seatsOf(state.evening, seats).filter((each) => each.seat !== seat);
  const act = (operation) => {
    closeDialog();
    return change(operation);
  };
  return h(
    "div",
    { class: "stack" },
    chooser(`again-${seat}`, `Photograph ${seats[seat]}'s tiles anew`, seat, "main", {
      accept: "image/*",
      capture: "environment",
    }),
    typing(seat),
    h("p", { class: "label" }, "These tiles belong to somebody else"),
    h(
      "div",
      { class: "row" },
      others.map((other) =>
        button(other.name, () => act({ do: "seat", from: seat, to: other.seat }), "plain", {
          key: other.seat,
          "aria-label": `Change places with ${other.name}`,
        }),
      ),
    ),
    tick("Dead hand: scores nothing and pays", hand?.dead ?? false, (dead) =>
      change({ do: "dead", seat, dead }),
    ),
    button("Remove all these tiles", () => act({ do: "hand", seat, text: "" }), "bad"),
  );
}

function typing(seat) {
  const { text, error } = state.typed;
  return h(
    "form",
    { class: "stack", onsubmit: (event) => submit(event, seat) },
    h(
      "div",
      { class: "field" },
      h("label", { for: "typed" }, "Type the hand"),
      h("input", {
        id: "typed",
        type: "text",
        autocomplete: "off",
        autocapitalize: "none",
        spellcheck: "false",
        maxlength: 400,
        value: text,
        "aria-describedby": "typed-hint",
        oninput: (event) => update({ typed: { text: event.target.value, error: null } }),
      }),
      h(
        "p",
        { class: "hint", id: "typed-hint" },
        "22p 678s (111z) [9999m] 1f: m characters, p dots, s bamboo, z winds and dragons, f flowers; (…) shown on the table, […] a four turned down.",
      ),
    ),
    error ? h("div", { role: "alert" }, notice("bad", error)) : null,
    h("button", { type: "submit", class: "button plain" }, "Use what is typed"),
  );
}

async function submit(event, seat) {
  event.preventDefault();
  const text = state.typed.text;
  const { refused } = await submitted(() => call("POST", "/api/hand", { text }));
  if (refused) return update({ typed: { text, error: refused } });
  closeDialog();
  await change({ do: "hand", seat, text });
}

/** A hand as it is typed. */
function typedOf(hand) {
  if (!hand) return "";
  const codes = (tiles) => tiles.map((tile) => tile.code).join("");
  const sets = hand.sets.map((set) =>
    set.concealed && set.tiles.length === 4 ? `[${codes(set.tiles)}]` : `(${codes(set.tiles)})`,
  );
  return [hand.concealed.map((tile) => tile.code).join(" "), ...sets, codes(hand.flowers)]
    .filter(Boolean)
    .join(" ");
}
