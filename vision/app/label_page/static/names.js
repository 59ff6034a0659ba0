// What people call the codes of a label file, and a small picture of each.

import "/static/tiles.js";
import { h } from "/static/view.js";
import { ALL_CODES, tileName } from "/static/tile_names.js";

export const CODES = [...ALL_CODES, "none", "unknown"];
const OTHERS = { none: "not a tile", unknown: "unknown tile" };
export const nameOf = (code) => OTHERS[code] ?? tileName(code);

/** The tile drawn, or a word in its place. */
export const sign = (code) =>
  OTHERS[code]
    ? h("span", { class: "sign-word", role: "img", "aria-label": nameOf(code) }, code === "none" ? "✕" : "?")
    : h("span", { class: "sign", role: "img", "aria-label": nameOf(code) }, h("mj-tile", { code }));
