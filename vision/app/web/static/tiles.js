// <mj-tile code="5p">: one tile, drawn. Says nothing to a screen reader: whoever shows it names it.

import { faceOf } from "./tile_art.js";

const SVG = "http://www.w3.org/2000/svg";
const drawn = new Map();

/** An SVG element of the tile, 60 x 80 units, that belongs to the caller. */
export function tileSvg(code) {
  if (!drawn.has(code)) drawn.set(code, draw(code));
  return drawn.get(code).cloneNode(true);
}

function draw(code) {
  const svg = element("svg", {
    viewBox: "0 0 60 80",
    "aria-hidden": "true",
    focusable: "false",
    class: "tile-svg",
  });
  for (const [name, attributes, words] of faceOf(code)) {
    const shape = element(name, attributes);
    if (words !== undefined) shape.textContent = words;
    svg.append(shape);
  }
  return svg;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

class Tile extends HTMLElement {
  static observedAttributes = ["code"];

  attributeChangedCallback() {
    this.replaceChildren(tileSvg(this.getAttribute("code")));
  }
}

if (!customElements.get("mj-tile")) customElements.define("mj-tile", Tile);
