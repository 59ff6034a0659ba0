// What stands on each tile, as shapes [element, attributes, words?] on a face of 60 x 80 units.
// Drawn for this project: strokes and circles, no font but for the corner index.

import { BACK, cornerIndex } from "./tile_names.js";

const INK = { k: "#1f2733", r: "#b3202a", g: "#17703d", b: "#1d4f91", o: "#c8641b", v: "#7a3f98" };
const CENTRE = [31, 43];

/** Han characters as strokes in a box of 100 x 100. */
const STROKES = {
  1: "M8 52H92",
  2: "M22 28H78M8 76H92",
  3: "M16 18H84M24 50H76M8 84H92",
  4: "M12 20H88V84H12ZM38 20Q38 54 22 62M62 20V52Q62 58 68 58H86",
  5: "M14 14H86M48 14L36 88M20 50H72L66 88M6 88H94",
  6: "M50 4V24M8 34H92M38 50Q30 76 10 94M62 50Q72 74 92 94",
  7: "M6 52L94 36M44 6V76Q44 88 56 88H82Q90 88 90 74",
  8: "M38 18Q34 66 6 92M54 12Q62 66 96 92",
  9: "M8 38H66V78Q66 88 78 88H86Q93 88 93 74M40 6Q42 66 8 94",
  man: "M8 14H92M34 3V25M66 3V25M26 33H74V57H26ZM26 45H74M50 33V76M14 96V66H86V88Q86 96 76 94M50 76L36 86L64 82M60 75L68 89",
  east: "M10 20H90M50 3V97M25 33H75V63H25ZM25 48H75M48 64Q34 80 6 90M52 64Q66 80 94 90",
  south: "M12 17H88M50 3V32M15 95V32H85V86Q85 95 74 93M37 40L42 52M63 40L58 52M30 56H70M27 71H73M50 56V93",
  west: "M8 12H92M14 35H86V90H14ZM40 12V40Q40 62 20 68M61 12V52Q61 61 69 61H86",
  north: "M36 6V94M8 38H36M4 82L36 68M63 6V78Q63 88 74 88H84Q93 88 93 72M90 30L63 46",
  red: "M16 28H84V66H16ZM50 3V97",
  green: "M12 12H40Q32 34 6 44M16 26L26 35M60 4Q66 28 96 42M86 8L70 20M95 22L79 32M14 54H42V67H18V80H42V90Q42 98 30 96M60 52Q60 64 51 70M60 52H80V62Q80 69 92 68M54 76H86Q76 92 50 99M60 77Q70 92 94 99",
};
const WINDS = ["east", "south", "west", "north"];

function strokes(name, [x, y], size, ink, width) {
  const scale = size / 100;
  const at = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return ["path", { d: STROKES[name], transform: at, fill: "none", stroke: INK[ink], "stroke-width": width / scale, "stroke-linecap": "round", "stroke-linejoin": "round" }];
}

const disc = (x, y, r, fill, more = {}) => ["circle", { cx: x, cy: y, r, fill, ...more }];
const filled = (d, ink, more = {}) => ["path", { d, fill: INK[ink] ?? ink, ...more }];
const line = (d, ink, width) => ["path", { d, fill: "none", stroke: INK[ink] ?? ink, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" }];

// --- dots ---------------------------------------------------------------------------------------

const DOTS = {
  2: [[31, 28, "g"], [31, 59, "b"]],
  3: [[17, 26, "b"], [31, 43.5, "r"], [45, 61, "g"]],
  4: [[20, 29, "b"], [42, 29, "g"], [20, 58, "g"], [42, 58, "b"]],
  5: [[17, 27, "b"], [45, 27, "g"], [31, 43.5, "r"], [17, 60, "g"], [45, 60, "b"]],
  6: [[21, 25, "g"], [41, 25, "g"], [21, 46, "r"], [41, 46, "r"], [21, 63, "r"], [41, 63, "r"]],
  7: [[16, 23, "g"], [31, 29, "g"], [46, 35, "g"], [21, 50, "r"], [41, 50, "r"], [21, 66, "r"], [41, 66, "r"]],
  8: [21, 41].flatMap((x) => [22, 36.5, 51, 65.5].map((y) => [x, y, "b"])),
  9: ["b", "r", "g"].flatMap((ink, row) => [15, 31, 47].map((x) => [x, 25 + row * 19, ink])),
};
const DOT_SIZE = { 2: 13, 3: 10.5, 4: 9.5, 5: 8.6, 6: 8, 7: 7.2, 8: 6.8, 9: 7.2 };

function dots(number) {
  if (number === 1) return oneDot();
  const r = DOT_SIZE[number];
  return DOTS[number].flatMap(([x, y, ink]) => [
    disc(x, y, r - 0.8, "#fff", { stroke: INK[ink], "stroke-width": 1.7 }),
    disc(x, y, r * 0.56, INK[ink]),
    disc(x, y, r * 0.2, "#fff"),
  ]);
}

function oneDot() {
  const [x, y] = CENTRE;
  const petals = Array.from({ length: 8 }, (_, i) => {
    const angle = (i * Math.PI) / 4;
    return disc(+(x + 13 * Math.cos(angle)).toFixed(2), +(y + 13 * Math.sin(angle)).toFixed(2), 3.6, INK[i % 2 ? "b" : "g"]);
  });
  return [
    disc(x, y, 20.5, "#fff", { stroke: INK.g, "stroke-width": 2.4 }),
    ...petals,
    disc(x, y, 7.4, INK.r),
    disc(x, y, 2.8, "#fff"),
  ];
}

// --- bamboo -------------------------------------------------------------------------------------

const STICKS = {
  2: [[31, 29, "b"], [31, 58, "g"]],
  3: [[31, 29, "b"], [20, 58, "g"], [42, 58, "g"]],
  4: [[20, 29, "b"], [42, 29, "g"], [20, 58, "g"], [42, 58, "b"]],
  5: [[17, 29, "g"], [45, 29, "b"], [31, 43.5, "r"], [17, 58, "b"], [45, 58, "g"]],
  6: [29, 58].flatMap((y, row) => [16, 31, 46].map((x) => [x, y, row ? "b" : "g"])),
  7: [[31, 24, "r"], ...[45, 64].flatMap((y, row) => [16, 31, 46].map((x) => [x, y, row ? "b" : "g"]))],
  8: [[14, 30, "g"], [25.5, 27, "g", -38], [36.5, 27, "g", 38], [48, 30, "g"], [14, 58, "b"], [25.5, 61, "b", 38], [36.5, 61, "b", -38], [48, 58, "b"]],
  9: ["r", "b", "g"].flatMap((ink, column) => [25, 44, 63].map((y) => [15 + column * 16, y, ink])),
};
const STICK_SIZE = { 2: [11, 26], 3: [10.4, 26], 4: [10.4, 26], 5: [9.6, 25], 6: [9.6, 26], 7: [9, 18], 8: [7, 22], 9: [9, 17.6] };

function bamboo(number) {
  if (number === 1) return bird();
  const [width, height] = STICK_SIZE[number];
  return STICKS[number].flatMap(([x, y, ink, turn]) => stick(x, y, width, height, ink, turn));
}

function stick(x, y, width, height, ink, turn = 0) {
  const at = turn ? { transform: `rotate(${turn} ${x} ${y})` } : {};
  const bar = (top, tall) => ["rect", { x: x - width / 2, y: top, width, height: tall, rx: width / 2.6, fill: INK[ink], ...at }];
  const half = height / 2;
  return [
    bar(y - half, half - 0.4),
    bar(y + 0.4, half - 0.4),
    ["path", { d: `M${x} ${y - half + 3}V${y - 3.4}M${x} ${y + 3.4}V${y + half - 3}`, stroke: "#fff", "stroke-width": 1.3, "stroke-linecap": "round", opacity: 0.75, ...at }],
  ];
}

function bird() {
  return [
    filled("M14 71Q20 52 33 46L40 54Q28 62 22 74Z", "g"),
    filled("M21 74Q29 60 41 55L45 60Q34 66 28 76Z", "b"),
    filled("M26 38Q30 24 42 27Q50 29 49 40Q48 54 37 58Q26 54 26 38Z", "g"),
    filled("M29 41Q38 36 46 44Q42 54 36 55Q29 51 29 41Z", "b"),
    disc(39, 25, 8, INK.r),
    disc(41, 23.6, 2, "#fff"),
    disc(41.4, 23.6, 1, INK.k),
    filled("M46 22.5L54.5 26L46 28.5Z", "o"),
    line("M36 17Q33 11 28 12M39 16.4Q39 10 36 8", "r", 1.8),
    line("M37 58V69M42 57V69M34 70H40M40 70H46", "o", 1.9),
  ];
}

// --- flowers and seasons --------------------------------------------------------------------------

function petals(count, radius, size, ink, [x, y]) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count - Math.PI / 2;
    return disc(+(x + radius * Math.cos(angle)).toFixed(2), +(y + radius * Math.sin(angle)).toFixed(2), size, ink);
  });
}

function rays(count, from, to, ink, width, [x, y]) {
  const d = Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return `M${(x + from * c).toFixed(1)} ${(y + from * s).toFixed(1)}L${(x + to * c).toFixed(1)} ${(y + to * s).toFixed(1)}`;
  }).join("");
  return line(d, ink, width);
}

const leaf = (x, y, turn, ink, long = 17) => filled(`M${x} ${y}q${long * 0.34} ${-long * 0.5} 0 ${-long}q${-long * 0.34} ${long * 0.5} 0 ${long}Z`, ink, { transform: `rotate(${turn} ${x} ${y})` });

const PICTURES = {
  1: () => [line("M18 72Q30 62 32 46", "#6b4a2f", 2.6), ...petals(5, 9.5, 6.8, "#d8497a", [33, 35]), disc(33, 35, 4.4, "#f4c542")],
  2: () => [line("M31 74Q30 56 34 42", "g", 2.2), leaf(30, 74, -38, "g", 34), leaf(32, 74, 34, "g", 30), ...[-70, 0, 70].map((t) => leaf(34, 38, t, "v", 17)), leaf(34, 38, 180, "#c58be0", 11), disc(34, 37, 2.6, "#f4c542")],
  3: () => [line("M31 74V46", "g", 2.4), leaf(31, 70, -58, "g", 18), leaf(31, 64, 58, "g", 18), rays(16, 4, 16, "o", 3.6, [31, 35]), disc(31, 35, 6.2, "#f4c542")],
  4: () => [line("M25 75V20M37 75V26", "g", 4.2), line("M22 40H28M22 58H28M34 44H40M34 62H40", "#fbf6e9", 1.6), leaf(26, 32, 62, "#2f9457", 19), leaf(36, 52, 66, "#2f9457", 17), leaf(25, 50, -62, "#2f9457", 15)],
  5: () => [line("M31 74Q32 58 31 44", "g", 2.6), leaf(31, 48, -48, "#3da35f", 25), leaf(31, 48, 48, "#3da35f", 25), leaf(31, 48, 0, "g", 27)],
  6: () => [rays(12, 14.5, 20, "o", 2.6, [31, 44]), disc(31, 44, 11.5, "#f2a72c")],
  7: () => [leaf(31, 64, 0, "o", 44), leaf(31, 62, -62, "o", 27), leaf(31, 62, 62, "o", 27), line("M31 76V30M31 60L18 51M31 60L44 51", "#7d3a10", 1.6)],
  8: () => [rays(6, 0, 21, "b", 2.6, [31, 45]), rays(6, 13, 13.1, "b", 7, [31, 45]), disc(31, 45, 3.4, "#fff")],
};

// --- the whole face -------------------------------------------------------------------------------

function character(number) {
  return [strokes(String(number), [33, 30], number < 4 ? 23 : 25, "k", 3.3), strokes("man", [31, 60], 27, "r", 2.6)];
}

function honour(number) {
  if (number <= 4) return [strokes(WINDS[number - 1], [31, 46], 42, "b", 4.2)];
  if (number === 5) return [["rect", { x: 13, y: 21, width: 36, height: 50, rx: 4, fill: "none", stroke: INK.b, "stroke-width": 3.4 }], ["rect", { x: 19, y: 27, width: 24, height: 38, rx: 2, fill: "none", stroke: INK.b, "stroke-width": 1.6 }]];
  if (number === 6) return [strokes("green", [31, 46], 43, "g", 3.7)];
  return [strokes("red", [31, 46], 42, "r", 5)];
}

const ART = { m: character, p: dots, s: bamboo, z: honour, f: (number) => PICTURES[number]() };
const CORNER_INK = (code) => (code[1] === "f" ? (Number(code[0]) > 4 ? "b" : "r") : "k");

function body(edge, face) {
  return [
    ["rect", { x: 0.5, y: 0.5, width: 59, height: 79, rx: 7, fill: edge }],
    ["rect", { x: 0.5, y: 0.5, width: 59, height: 75.5, rx: 7, fill: face, stroke: "#b9ab8b", "stroke-width": 0.8 }],
  ];
}

/** The shapes of a tile, lowest first; an unknown code is an empty face. */
export function faceOf(code) {
  if (code === BACK) {
    return [...body("#123f2b", "#2c7a55"), ["rect", { x: 7, y: 7, width: 46, height: 62, rx: 4, fill: "none", stroke: "#8cc9a9", "stroke-width": 1.4 }], ["path", { d: "M30 20L44 38L30 56L16 38Z", fill: "none", stroke: "#8cc9a9", "stroke-width": 1.6 }]];
  }
  const art = ART[code?.[1]];
  const shapes = body("#c9a86a", "#fdf9ee");
  if (!art) return shapes;
  const index = cornerIndex(code);
  const corner = { x: 4.6, y: 15.4, "font-size": index.length > 1 ? 12 : 14.5, "font-weight": 700, "font-family": "system-ui, sans-serif", fill: INK[CORNER_INK(code)] };
  return [...shapes, ...art(Number(code[0])), ["text", corner, index]];
}
