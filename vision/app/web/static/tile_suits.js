// Dots and bamboo.

import { CENTRE, INK, disc, filled, line } from "./tile_shapes.js";

// --- dots ---------------------------------------------------------------------------------------

const DOTS = {
  2: [
    [31, 28, "g"],
    [31, 59, "b"],
  ],
  3: [
    [17, 26, "b"],
    [31, 43.5, "r"],
    [45, 61, "g"],
  ],
  4: [
    [20, 29, "b"],
    [42, 29, "g"],
    [20, 58, "g"],
    [42, 58, "b"],
  ],
  5: [
    [17, 27, "b"],
    [45, 27, "g"],
    [31, 43.5, "r"],
    [17, 60, "g"],
    [45, 60, "b"],
  ],
  6: [
    [21, 25, "g"],
    [41, 25, "g"],
    [21, 46, "r"],
    [41, 46, "r"],
    [21, 63, "r"],
    [41, 63, "r"],
  ],
  7: [
    [16, 23, "g"],
    [31, 29, "g"],
    [46, 35, "g"],
    [21, 50, "r"],
    [41, 50, "r"],
    [21, 66, "r"],
    [41, 66, "r"],
  ],
  8: [21, 41].flatMap((x) => [22, 36.5, 51, 65.5].map((y) => [x, y, "b"])),
  9: ["b", "r", "g"].flatMap((ink, row) => [15, 31, 47].map((x) => [x, 25 + row * 19, ink])),
};
const DOT_SIZE = { 2: 13, 3: 10.5, 4: 9.5, 5: 8.6, 6: 8, 7: 7.2, 8: 6.8, 9: 7.2 };

export function dots(number) {
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
    return disc(
      +(x + 13 * Math.cos(angle)).toFixed(2),
      +(y + 13 * Math.sin(angle)).toFixed(2),
      3.6,
      INK[i % 2 ? "b" : "g"],
    );
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
  2: [
    [31, 29, "b"],
    [31, 58, "g"],
  ],
  3: [
    [31, 29, "b"],
    [20, 58, "g"],
    [42, 58, "g"],
  ],
  4: [
    [20, 29, "b"],
    [42, 29, "g"],
    [20, 58, "g"],
    [42, 58, "b"],
  ],
  5: [
    [17, 29, "g"],
    [45, 29, "b"],
    [31, 43.5, "r"],
    [17, 58, "b"],
    [45, 58, "g"],
  ],
  6: [29, 58].flatMap((y, row) => [16, 31, 46].map((x) => [x, y, row ? "b" : "g"])),
  7: [
    [31, 24, "r"],
    ...[45, 64].flatMap((y, row) => [16, 31, 46].map((x) => [x, y, row ? "b" : "g"])),
  ],
  8: [
    [14, 30, "g"],
    [25.5, 27, "g", -38],
    [36.5, 27, "g", 38],
    [48, 30, "g"],
    [14, 58, "b"],
    [25.5, 61, "b", 38],
    [36.5, 61, "b", -38],
    [48, 58, "b"],
  ],
  9: ["r", "b", "g"].flatMap((ink, column) => [25, 44, 63].map((y) => [15 + column * 16, y, ink])),
};
const STICK_SIZE = {
  2: [11, 26],
  3: [10.4, 26],
  4: [10.4, 26],
  5: [9.6, 25],
  6: [9.6, 26],
  7: [9, 18],
  8: [7, 22],
  9: [9, 17.6],
};

export function bamboo(number) {
  if (number === 1) return bird();
  const [width, height] = STICK_SIZE[number];
  return STICKS[number].flatMap(([x, y, ink, turn]) => stick(x, y, width, height, ink, turn));
}

function stick(x, y, width, height, ink, turn = 0) {
  const at = turn ? { transform: `rotate(${turn} ${x} ${y})` } : {};
  const bar = (top, tall) => [
    "rect",
    { x: x - width / 2, y: top, width, height: tall, rx: width / 2.6, fill: INK[ink], ...at },
  ];
  const half = height / 2;
  return [
    bar(y - half, half - 0.4),
    bar(y + 0.4, half - 0.4),
    [
      "path",
      {
        d: `M${x} ${y - half + 3}V${y - 3.4}M${x} ${y + 3.4}V${y + half - 3}`,
        stroke: "#fff",
        "stroke-width": 1.3,
        "stroke-linecap": "round",
        opacity: 0.75,
        ...at,
      },
    ],
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
