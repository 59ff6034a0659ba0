// The keyboard: which key does what. A number and a suit name a tile; one letter names the others.

/** Suits after a number. */
export const SUITS = { m: "m", p: "p", s: "s", f: "f", z: "z" };
const MOST = { m: 9, p: 9, s: 9, f: 8, z: 7 };

/** Single keys that name a tile when no number waits. */
export const SINGLE = { e: "1z", s: "2z", w: "3z", n: "4z", h: "5z", g: "6z", r: "7z", b: "0z", x: "none", u: "unknown" };

/** Other keys: key, command, words. Capitals are typed with Shift. */
export const COMMANDS = [
  ["Enter", "confirm", "all is right: next picture"],
  ["PageDown", "next", "next picture, this one stays unchecked"],
  ["PageUp", "previous", "the picture before"],
  [" ", "accept", "this tile is right: next doubtful one"],
  ["Tab", "doubtful", "next doubtful tile"],
  [".", "alternative", "the model's next guess"],
  ["Delete", "remove", "delete the tile"],
  ["Backspace", "remove", ""],
  ["d", "remove", ""],
  ["i", "insert", "add a tile: the finder's nearest proposal"],
  ["a", "draw", "draw a tile with two clicks"],
  ["t", "split", "split a quad over a row into n tiles"],
  ["c", "copy", "copy from the picture before"],
  ["q", "turn", "turn the up-direction"],
  ["y", "hidden", "partly hidden or not"],
  ["v", "mark", "mark the tile, for a group"],
  ["o", "hand", "concealed hand of the player"],
  ["k", "set", "a set on the table"],
  ["K", "downset", "a turned-down set"],
  ["j", "player", "next player: bottom, right, top, left, nobody"],
  ["W", "won", "the winning tile"],
  ["z", "undo", "undo"],
  ["Z", "redo", "redo"],
  ["+", "closer", "closer"],
  ["-", "farther", "farther"],
  ["0", "whole", "the whole picture"],
  ["?", "help", "the keys"],
  ["Escape", "leave", "leave off"],
];
const BY_KEY = new Map(COMMANDS.map(([key, command]) => [key, command]));

/** What a key means: {pending}, {code}, {command} or {walk}; null if nothing. */
export function meaning(event, pending) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) {
    const command = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
    return command ? { command } : null;
  }
  if (event.altKey) return null;
  const suit = SUITS[key.toLowerCase()];
  if (pending && suit) return Number(pending) <= MOST[suit] ? { code: pending + suit } : { pending: "" };
  if (/^[1-9]$/.test(key)) return { pending: key };
  if (key.startsWith("Arrow")) return event.shiftKey ? { shift: key } : { walk: key };
  if (key === "Tab") return { command: event.shiftKey ? "doubtfulBefore" : "doubtful" };
  if (SINGLE[key]) return { code: SINGLE[key] };
  return BY_KEY.has(key) ? { command: BY_KEY.get(key) } : null;
}
