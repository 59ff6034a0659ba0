// Tile codes and what people call them. Codes: 1m..9m, 1p..9p, 1s..9s, 1z..7z, 1f..8f, 0z.

const SUITS = { m: "characters", p: "dots", s: "bamboo" };
const HONOURS = [
  "East wind",
  "South wind",
  "West wind",
  "North wind",
  "white dragon",
  "green dragon",
  "red dragon",
];
const FLOWERS = [
  "plum",
  "orchid",
  "chrysanthemum",
  "bamboo flower",
  "spring",
  "summer",
  "autumn",
  "winter",
];

const run = (suit, count) => Array.from({ length: count }, (_, i) => `${i + 1}${suit}`);

/** Rows as a palette shows them. */
export const ROWS = [
  { name: "Characters", codes: run("m", 9) },
  { name: "Dots", codes: run("p", 9) },
  { name: "Bamboo", codes: run("s", 9) },
  { name: "Winds and dragons", codes: run("z", 7) },
  { name: "Flowers and seasons", codes: run("f", 8) },
];

export const ALL_CODES = [...ROWS.flatMap((row) => row.codes), "0z"];
export const BACK = "0z";

export const isFlower = (code) => code[1] === "f";
export const isSuited = (code) => code[1] in SUITS;

/** A tile's name for people: "7 of dots", "red dragon". */
export function tileName(code) {
  const number = Number(code[0]);
  if (isSuited(code)) return `${number} of ${SUITS[code[1]]}`;
  if (code === BACK) return "tile face down";
  return isFlower(code) ? FLOWERS[number - 1] : HONOURS[number - 1];
}

/** What stands in the tile's corner. */
export function cornerIndex(code) {
  if (code === BACK) return "";
  if (code[1] === "z") return ["E", "S", "W", "N", "Wh", "Gr", "Rd"][Number(code[0]) - 1];
  if (code[1] === "f") return String(((Number(code[0]) - 1) % 4) + 1);
  return code[0];
}
