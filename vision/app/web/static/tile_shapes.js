// Shapes that tiles are drawn with: [element, attributes, words?] on a face of 60 x 80 units.

export const INK = {
  k: "#1f2733",
  r: "#b3202a",
  g: "#17703d",
  b: "#1d4f91",
  o: "#c8641b",
  v: "#7a3f98",
};
/** The middle of what is drawn, beside the corner's index. */
export const CENTRE = [31, 43];

export const disc = (x, y, r, fill, more = {}) => ["circle", { cx: x, cy: y, r, fill, ...more }];
export const filled = (d, ink, more = {}) => ["path", { d, fill: INK[ink] ?? ink, ...more }];
export const line = (d, ink, width) => [
  "path",
  {
    d,
    fill: "none",
    stroke: INK[ink] ?? ink,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  },
];
