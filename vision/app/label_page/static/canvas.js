// The picture with its tiles, and the magnifier. Draws `state`, tells what the pointer does.

import { along, bounds, centre, distance, heightOf, length, moved, rounded, same, upOf } from "./geometry.js";
import { viewUrl } from "./server.js";

const SVG = "http://www.w3.org/2000/svg";
const SHARP_FROM = 2.2; // magnification from which the full picture is asked for
const SIDE = 2000;

function make(name, attributes, words) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (words !== undefined) made.textContent = words;
  return made;
}

const points = (quad) => quad.map((p) => p.join(",")).join(" ");

const wordOf = (code) => ({ unknown: "?", none: "✕" })[code] ?? code;

/** `on`: picked(id, withShift), dragged(id, quad), clicked(point),
 *  wanted(number of a find), unwanted(id). */
export class Canvas {
  constructor(svg, magnifier, state, on) {
    Object.assign(this, { svg, magnifier, state, on, frame: null, file: null, press: null });
    this.image = make("image", {});
    this.shapes = make("g", {});
    svg.append(this.image, this.shapes);
    this.closeUp = make("image", {});
    this.closeLines = make("g", {});
    this.turned = make("g", {});
    this.turned.append(this.closeUp, this.closeLines);
    magnifier.append(this.turned);
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("dblclick", (event) => event.preventDefault());
  }

  /** Shows the state's picture and tiles. */
  draw() {
    const { record, file } = this.state;
    if (!record) return;
    if (this.file !== file) this.#newPicture(file, record);
    this.#place();
    this.shapes.replaceChildren(...this.#free(), ...this.#groups(), ...record.tiles.flatMap((tile) => this.#tile(tile)), ...this.#extras());
    this.#magnify();
  }

  #newPicture(file, record) {
    this.file = file;
    this.frame = { x: 0, y: 0, w: record.width, h: record.height };
    for (const image of [this.image, this.closeUp]) {
      image.setAttribute("href", viewUrl(file, SIDE));
      image.setAttribute("width", record.width);
      image.setAttribute("height", record.height);
    }
    this.sharp = Math.max(record.width, record.height) <= SIDE;
  }

  #place() {
    const { x, y, w, h } = this.frame;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
  }

  get #unit() {
    return Math.max(this.frame.w / (this.svg.clientWidth || 1), this.frame.h / (this.svg.clientHeight || 1));
  }

  #tile(tile) {
    const { selected, marked, doubted } = this.state;
    const state = [
      "tile-outline",
      tile.id === selected ? "selected" : "",
      marked.has(tile.id) ? "marked" : "",
      doubted(tile) ? "doubted" : "",
      tile.by === "person" ? "by-person" : "",
      tile.partly_hidden ? "hidden-part" : "",
      tile.code === "none" ? "no-tile" : "",
    ].join(" ");
    const size = Math.max(9 * this.#unit, Math.min(0.3 * heightOf(tile.quad), 22 * this.#unit));
    const at = along(tile.quad[0], tile.quad[1], 0.5);
    const lift = upOf(tile.quad).map((v) => (v / (length(upOf(tile.quad)) || 1)) * size * 0.75);
    return [
      make("polygon", { points: points(tile.quad), class: state, "data-tile": tile.id }),
      make("line", { x1: tile.quad[0][0], y1: tile.quad[0][1], x2: tile.quad[1][0], y2: tile.quad[1][1], class: `tile-head ${state}` }),
      make("text", { x: at[0] + lift[0], y: at[1] + lift[1], "font-size": size, class: "tile-code" }, wordOf(tile.code)),
    ];
  }

  #groups() {
    const { record } = this.state;
    const lines = [];
    for (const player of record.players) {
      for (const set of player.sets) {
        const through = set.tiles.map((id) => record.tiles.find((tile) => tile.id === id)).filter(Boolean).map((tile) => centre(tile.quad));
        lines.push(make("polyline", { points: points(through), class: `group ${player.side}` }));
      }
      for (const id of [...player.concealed, ...player.flowers]) {
        const tile = record.tiles.find((each) => each.id === id);
        if (tile) lines.push(make("circle", { cx: centre(tile.quad)[0], cy: centre(tile.quad)[1], r: 5 * this.#unit, class: `group-dot ${player.side}` }));
      }
    }
    return lines;
  }

  /** Faces that the finder saw and nobody has: a click makes one a tile. */
  #free() {
    const { record, finds } = this.state;
    return finds.flatMap((find, i) => (record.tiles.some((tile) => same(tile.quad, find)) ? [] : [make("polygon", { points: points(find), class: "find", "data-find": i })]));
  }

  #extras() {
    const { record, selected, mode, clicks } = this.state;
    const extra = [];
    if (mode === "draw") {
      for (const p of clicks) extra.push(make("circle", { cx: p[0], cy: p[1], r: 4 * this.#unit, class: "click" }));
    }
    const tile = record.tiles.find((each) => each.id === selected);
    if (tile && mode !== "draw")
      tile.quad.forEach((p, i) => extra.push(make("circle", { cx: p[0], cy: p[1], r: 6 * this.#unit, class: "corner", "data-corner": i })));
    return extra;
  }

  #magnify() {
    const { record, selected } = this.state;
    const tile = record.tiles.find((each) => each.id === selected);
    this.magnifier.toggleAttribute("hidden", !tile);
    if (!tile) return;
    const [x, y] = centre(tile.quad);
    const side = 1.5 * Math.max(heightOf(tile.quad), distance(tile.quad[0], tile.quad[1]));
    this.magnifier.setAttribute("viewBox", `${x - side / 2} ${y - side / 2} ${side} ${side}`);
    const [ux, uy] = upOf(tile.quad);
    this.turned.setAttribute("transform", `rotate(${(Math.atan2(-ux, -uy) * 180) / Math.PI} ${x} ${y})`);
    this.closeLines.replaceChildren(make("polygon", { points: points(tile.quad), class: "close-outline" }));
  }

  /** Zooms by a factor about a point, the middle if none is given. */
  zoom(factor, about) {
    const { record } = this.state;
    const f = this.frame;
    const [x, y] = about ?? [f.x + f.w / 2, f.y + f.h / 2];
    const w = Math.min(record.width, Math.max(record.width / 40, f.w / factor));
    const share = w / f.w;
    this.frame = { x: x - (x - f.x) * share, y: y - (y - f.y) * share, w, h: f.h * share };
    if (w >= record.width) this.whole();
    if (!this.sharp && record.width / w > SHARP_FROM) {
      this.sharp = true;
      const url = viewUrl(this.file, Math.min(6000, Math.max(record.width, record.height)));
      for (const image of [this.image, this.closeUp]) image.setAttribute("href", url);
    }
    this.draw();
  }

  whole() {
    const { record } = this.state;
    this.frame = { x: 0, y: 0, w: record.width, h: record.height };
    this.draw();
  }

  /** Brings a tile into the part that is shown. */
  reveal(quad) {
    const f = this.frame;
    const b = bounds(quad);
    if (b.x >= f.x && b.y >= f.y && b.x + b.w <= f.x + f.w && b.y + b.h <= f.y + f.h) return;
    if (f.w >= this.state.record.width) return;
    const [x, y] = centre(quad);
    this.frame = { ...f, x: x - f.w / 2, y: y - f.h / 2 };
  }

  #point(event) {
    const matrix = this.svg.getScreenCTM().inverse();
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [p.x, p.y];
  }

  #wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.25 : 0.8, this.#point(event));
  }

  #down(event) {
    if (event.button > 1 || !this.state.record) return;
    this.svg.focus({ preventScroll: true });
    const at = this.#point(event);
    const { corner, tile, find } = event.target.dataset ?? {};
    const id = tile === undefined ? null : Number(tile);
    const quad = this.state.record.tiles.find((each) => each.id === (corner === undefined ? id : this.state.selected))?.quad;
    this.press = { at, client: [event.clientX, event.clientY], frame: { ...this.frame }, corner, id, quad, find, far: false, shift: event.shiftKey, alt: event.altKey, pan: event.button === 1 };
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  #move(event) {
    const press = this.press;
    if (!press) return;
    press.far ||= distance(press.client, [event.clientX, event.clientY]) > 4;
    if (!press.far) return;
    if (!press.pan && this.state.mode !== "draw" && press.quad && (press.corner !== undefined || press.id === this.state.selected)) {
      const by = this.#point(event).map((v, i) => v - press.at[i]);
      press.now = press.corner === undefined ? moved(press.quad, by) : press.quad.map((p, i) => (i === Number(press.corner) ? moved([p], by)[0] : p));
      const shape = this.shapes.querySelector(`[data-tile="${this.state.selected}"]`);
      shape?.setAttribute("points", points(press.now));
      return;
    }
    const unit = this.#unit;
    this.frame = { ...press.frame, x: press.frame.x - (event.clientX - press.client[0]) * unit, y: press.frame.y - (event.clientY - press.client[1]) * unit };
    this.#place();
  }

  #up(event) {
    const press = this.press;
    this.press = null;
    if (!press) return;
    if (press.now) this.on.dragged(this.state.selected, rounded(press.now));
    else if (press.far) this.draw();
    else if (this.state.mode === "draw") this.on.clicked(this.#point(event));
    else if (press.find !== undefined) this.on.wanted(Number(press.find));
    else if (press.id !== null && press.alt) this.on.unwanted(press.id);
    else if (press.id !== null) this.on.picked(press.id, press.shift);
    else if (press.corner === undefined) this.on.picked(null, false);
  }
}


const SURE = 0.9;
/** Whether the model itself is not certain of a tile that no person has named. */
export const isDoubted = (tile, doubtful) => tile.by === "model" && ((tile.confidence ?? 0) < SURE || doubtful.includes(tile.id));

/** Draws a picture with its labels, to be looked at only. */
export function drawStill(container, { record, doubtful }) {
  const svg = make("svg", { viewBox: `0 0 ${record.width} ${record.height}`, class: "still-picture", "aria-hidden": "true" });
  svg.append(make("image", { href: viewUrl(record.file, 900), width: record.width, height: record.height }));
  const least = Math.max(record.width / 42, record.height / 32);
  for (const tile of record.tiles) {
    const size = Math.max(least, 0.28 * heightOf(tile.quad));
    const [x, y] = along(tile.quad[0], tile.quad[1], 0.5);
    svg.append(
      make("polygon", { points: points(tile.quad), class: isDoubted(tile, doubtful) ? "tile-outline doubted" : "tile-outline" }),
      make("text", { x, y, "font-size": size, class: "tile-code" }, wordOf(tile.code)),
    );
  }
  container.replaceChildren(svg);
}
