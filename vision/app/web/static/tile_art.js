// What stands on each tile, as shapes [element, attributes, words?] on a face of 60 x 80 units.
// Drawn for this project: strokes and circles, no font but for the corner index.

import { flower } from "./tile_flowers.js";
import { BACK, cornerIndex } from "./tile_names.js";
import { INK } from "./tile_shapes.js";
import { bamboo, dots } from "./tile_suits.js";

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
  south:
    "M12 17H88M50 3V32M15 95V32H85V86Q85 95 74 93M37 40L42 52M63 40L58 52M30 56H70M27 71H73M50 56V93",
  west: "M8 12H92M14 35H86V90H14ZM40 12V40Q40 62 20 68M61 12V52Q61 61 69 61H86",
  north: "M36 6V94M8 38H36M4 82L36 68M63 6V78Q63 88 74 88H84Q93 88 93 72M90 30L63 46",
  red: "M16 28H84V66H16ZM50 3V97",
  green:
    "M12 12H40Q32 34 6 44M16 26L26 35M60 4Q66 28 96 42M86 8L70 20M95 22L79 32M14 54H42V67H18V80H42V90Q42 98 30 96M60 52Q60 64 51 70M60 52H80V62Q80 69 92 68M54 76H86Q76 92 50 99M60 77Q70 92 94 99",
};
const WINDS = ["east", "south", "west", "north"];

function strokes(name, [x, y], size, ink, width) {
  const scale = size / 100;
  const at = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return [
    "path",
    {
      d: STROKES[name],
      transform: at,
      fill: "none",
      stroke: INK[ink],
      "stroke-width": width / scale,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
  ];
}
// --- the whole face -------------------------------------------------------------------------------

function character(number) {
  return [
    strokes(String(number), [33, 30], number < 4 ? 23 : 25, "k", 3.3),
    strokes("man", [31, 60], 27, "r", 2.6),
  ];
}

function honour(number) {
  if (number <= 4) return [strokes(WINDS[number - 1], [31, 46], 42, "b", 4.2)];
  if (number === 5)
    return [
      [
        "rect",
        {
          x: 13,
          y: 21,
          width: 36,
          height: 50,
          rx: 4,
          fill: "none",
          stroke: INK.b,
          "stroke-width": 3.4,
        },
      ],
      [
        "rect",
        {
          x: 19,
          y: 27,
          width: 24,
          height: 38,
          rx: 2,
          fill: "none",
          stroke: INK.b,
          "stroke-width": 1.6,
        },
      ],
    ];
  if (number === 6) return [strokes("green", [31, 46], 43, "g", 3.7)];
  return [strokes("red", [31, 46], 42, "r", 5)];
}

const ART = { m: character, p: dots, s: bamboo, z: honour, f: flower };
const CORNER_INK = (code) => (code[1] === "f" ? (Number(code[0]) > 4 ? "b" : "r") : "k");

function body(edge, face) {
  return [
    ["rect", { x: 0.5, y: 0.5, width: 59, height: 79, rx: 7, fill: edge }],
    [
      "rect",
      {
        x: 0.5,
        y: 0.5,
        width: 59,
        height: 75.5,
        rx: 7,
        fill: face,
        stroke: "#b9ab8b",
        "stroke-width": 0.8,
      },
    ],
  ];
}

/** The shapes of a tile, lowest first; an unknown code is an empty face. */
export function faceOf(code) {
  if (code === BACK) {
    return [
      ...body("#123f2b", "#2c7a55"),
      [
        "rect",
        {
          x: 7,
          y: 7,
          width: 46,
          height: 62,
          rx: 4,
          fill: "none",
          stroke: "#8cc9a9",
          "stroke-width": 1.4,
        },
      ],
      [
        "path",
        { d: "M30 20L44 38L30 56L16 38Z", fill: "none", stroke: "#8cc9a9", "stroke-width": 1.6 },
      ],
    ];
  }
  const art = ART[code?.[1]];
  const shapes = body("#c9a86a", "#fdf9ee");
  if (!art) return shapes;
  const index = cornerIndex(code);
  const corner = {
    x: 4.6,
    y: 15.4,
    "font-size": index.length > 1 ? 12 : 14.5,
    "font-weight": 700,
    "font-family": "system-ui, sans-serif",
    fill: INK[CORNER_INK(code)],
  };
  return [...shapes, ...art(Number(code[0])), ["text", corner, index]];
}
