// <tile-palette likely="4p 6p" full="1m" back>: every tile to choose from. Fires "pick" with
// detail {code}. `likely` come first and large; `full` cannot be chosen; `back` adds the back.
// Arrow keys move between tiles, so that a keyboard passes the palette with one stop.

import "./tiles.js";
import { BACK, ROWS, tileName } from "./tile_names.js";

class Palette extends HTMLElement {
  static observedAttributes = ["likely", "full", "back", "only"];

  connectedCallback() {
    this.addEventListener("click", (event) => this.#picked(event));
    this.addEventListener("keydown", (event) => this.#moved(event));
    this.#draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  #words(name) {
    return (this.getAttribute(name) ?? "").split(" ").filter(Boolean);
  }

  #draw() {
    const focused = this.contains(document.activeElement)
      ? document.activeElement.dataset.code
      : null;
    const likely = this.#words("likely");
    const only = this.#words("only");
    const rows = ROWS.map((row) => ({
      ...row,
      codes: row.codes.filter((code) => !only.length || only.includes(code)),
    }));
    if (this.hasAttribute("back")) rows.push({ name: "Face down", codes: [BACK] });
    const parts = rows
      .filter((row) => row.codes.length)
      .map((row) => this.#row(row.name, row.codes, "palette-row"));
    if (likely.length) parts.unshift(this.#row("Likely", likely, "palette-likely"));
    this.replaceChildren(...parts);
    const again = focused && this.querySelector(`button[data-code="${focused}"]:not(:disabled)`);
    const first = again || this.querySelector("button:not(:disabled)");
    if (first) first.tabIndex = 0;
    if (again) again.focus();
  }

  #row(name, codes, kind) {
    const row = document.createElement("div");
    row.className = kind;
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    const full = new Set(this.#words("full"));
    row.append(...codes.map((code) => button(code, full.has(code))));
    return row;
  }

  #picked(event) {
    const chosen = event.target.closest("button[data-code]");
    if (!chosen) return;
    this.#stop(chosen);
    this.dispatchEvent(new CustomEvent("pick", { detail: { code: chosen.dataset.code } }));
  }

  #moved(event) {
    const all = [...this.querySelectorAll("button:not(:disabled)")];
    const at = all.indexOf(event.target);
    const next = at < 0 ? null : target(event.key, all, at);
    if (!next) return;
    event.preventDefault();
    this.#stop(next);
    next.focus();
  }

  #stop(next) {
    for (const each of this.querySelectorAll("button")) each.tabIndex = -1;
    next.tabIndex = 0;
  }
}

function button(code, full) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "tile-button";
  made.dataset.code = code;
  made.disabled = full;
  made.tabIndex = -1;
  made.title = tileName(code);
  made.setAttribute("aria-label", tileName(code));
  const tile = document.createElement("mj-tile");
  tile.setAttribute("code", code);
  made.append(tile);
  return made;
}

function target(key, all, at) {
  if (key === "ArrowRight") return all[at + 1];
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key === "ArrowDown") return beside(all, at, 1);
  if (key === "ArrowUp") return beside(all, at, -1);
  return null;
}

/** The nearest tile in the next line of the screen, down (1) or up (-1). */
function beside(all, at, way) {
  const here = all[at].getBoundingClientRect();
  const others = all.map((each) => [each, each.getBoundingClientRect()]);
  const lines = others.filter(([, box]) => (box.top - here.top) * way > here.height / 2);
  const far = ([, box]) => Math.abs(box.top - here.top) * 100 + Math.abs(box.left - here.left);
  return lines.sort((a, b) => far(a) - far(b))[0]?.[0];
}

if (!customElements.get("tile-palette")) customElements.define("tile-palette", Palette);
