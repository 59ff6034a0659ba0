// Where tiles lie in a hand: {seat, part, set, index}, as the server says it.

import { SEATS } from "../words.js";

/** Every tile of the draft with its place. */
export function everyTile(draft) {
  const seated = SEATS.filter((seat) => draft.hands[seat]).flatMap((seat) =>
    ofHand(draft.hands[seat], seat),
  );
  return [...seated, ...draft.loose.map((tile, index) => ({ tile, at: { seat: null, index } }))];
}

function ofHand(hand, seat) {
  const row = (tiles, part, set) =>
    tiles.map((tile, index) => ({
      tile,
      at: set === undefined ? { seat, part, index } : { seat, part, set, index },
    }));
  return [
    ...row(hand.concealed, "concealed"),
    ...hand.sets.flatMap((set, number) => row(set.tiles, "set", number)),
    ...row(hand.flowers, "flowers"),
  ];
}

/** The tile at a place, or undefined when it is gone. */
export function tileAt(draft, at) {
  if (at.seat === null) return draft.loose[at.index];
  const hand = draft.hands[at.seat];
  if (!hand) return undefined;
  const row = at.part === "set" ? hand.sets[at.set]?.tiles : hand[at.part];
  return row?.[at.index];
}

/** Codes of which all are used: four of each tile, one of each flower. */
export function usedUp(draft, spare = 1) {
  const count = new Map();
  for (const { tile, at } of everyTile(draft))
    if (at.seat !== null) count.set(tile.code, (count.get(tile.code) ?? 0) + 1);
  return [...count]
    .filter(([code, used]) => used + spare > (code[1] === "f" ? 1 : 4))
    .map(([code]) => code);
}

/** A name for a set: "three, shown". */
export function setWords(set) {
  const kinds = { pung: "three alike", kong: "four alike", sequence: "sequence" };
  return `${kinds[set.kind] ?? "no set"}${set.kind === "kong" && set.concealed ? ", ends turned down" : ""}`;
}
