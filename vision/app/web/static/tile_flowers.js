// Flowers and seasons as small pictures.

import { disc, filled, line } from "./tile_shapes.js";

function petals(count, radius, size, ink, [x, y]) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i * 2 * Math.PI) / count - Math.PI / 2;
    return disc(
      +(x + radius * Math.cos(angle)).toFixed(2),
      +(y + radius * Math.sin(angle)).toFixed(2),
      size,
      ink,
    );
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

const leaf = (x, y, turn, ink, long = 17) =>
  filled(
    `M${x} ${y}q${long * 0.34} ${-long * 0.5} 0 ${-long}q${-long * 0.34} ${long * 0.5} 0 ${long}Z`,
    ink,
    { transform: `rotate(${turn} ${x} ${y})` },
  );

const PICTURES = {
  1: () => [
    line("M18 72Q30 62 32 46", "#6b4a2f", 2.6),
    ...petals(5, 9.5, 6.8, "#d8497a", [33, 35]),
    disc(33, 35, 4.4, "#f4c542"),
  ],
  2: () => [
    line("M31 74Q30 56 34 42", "g", 2.2),
    leaf(30, 74, -38, "g", 34),
    leaf(32, 74, 34, "g", 30),
    ...[-70, 0, 70].map((t) => leaf(34, 38, t, "v", 17)),
    leaf(34, 38, 180, "#c58be0", 11),
    disc(34, 37, 2.6, "#f4c542"),
  ],
  3: () => [
    line("M31 74V46", "g", 2.4),
    leaf(31, 70, -58, "g", 18),
    leaf(31, 64, 58, "g", 18),
    rays(16, 4, 16, "o", 3.6, [31, 35]),
    disc(31, 35, 6.2, "#f4c542"),
  ],
  4: () => [
    line("M25 75V20M37 75V26", "g", 4.2),
    line("M22 40H28M22 58H28M34 44H40M34 62H40", "#fbf6e9", 1.6),
    leaf(26, 32, 62, "#2f9457", 19),
    leaf(36, 52, 66, "#2f9457", 17),
    leaf(25, 50, -62, "#2f9457", 15),
  ],
  5: () => [
    line("M31 74Q32 58 31 44", "g", 2.6),
    leaf(31, 48, -48, "#3da35f", 25),
    leaf(31, 48, 48, "#3da35f", 25),
    leaf(31, 48, 0, "g", 27),
  ],
  6: () => [rays(12, 14.5, 20, "o", 2.6, [31, 44]), disc(31, 44, 11.5, "#f2a72c")],
  7: () => [
    leaf(31, 64, 0, "o", 44),
    leaf(31, 62, -62, "o", 27),
    leaf(31, 62, 62, "o", 27),
    line("M31 76V30M31 60L18 51M31 60L44 51", "#7d3a10", 1.6),
  ],
  8: () => [
    rays(6, 0, 21, "b", 2.6, [31, 45]),
    rays(6, 13, 13.1, "b", 7, [31, 45]),
    disc(31, 45, 3.4, "#fff"),
  ],
};

/** Flower or season 1..8. */
export const flower = (number) => PICTURES[number]();
