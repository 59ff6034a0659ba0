// The labelling page: loads pictures, carries out commands, saves every change at once.

import "/static/palette.js";
import { h, render } from "/static/view.js";
import { Canvas, isDoubted } from "./canvas.js";
import * as edit from "./edit.js";
import { beside, box, inOrder, moved, rolled, rounded, snapped, tilesIn, widthOf } from "./geometry.js";
import { meaning } from "./keys.js";
import { nameOf } from "./names.js";
import { drawPanel, keysDialog } from "./panel.js";
import { startReview } from "./review.js";
import * as server from "./server.js";

const TELL_MS = 2000;
const $ = (id) => document.getElementById(id);

const state = {
  overview: null, file: null, record: null, read: false, error: null,
  finds: [], findCodes: [], alternatives: {}, doubtful: [],
  selected: null, marked: new Set(), pending: "", mode: null, clicks: [], splitInto: 1,
  message: "", saving: 0, help: false, tab: "label", fromSheet: false,
  doubted: (tile) => isDoubted(tile, state.doubtful),
};
const visited = [];
let at = -1;
let before = null; // the record of the picture shown before, to copy from
let chain = Promise.resolve();

const act = { do: (command) => (COMMANDS[command]?.(), focusCanvas(), show()), name: (code) => (nameTile(code), focusCanvas()), write, splitInto };
const canvas = new Canvas($("canvas"), $("magnifier"), state, { picked, dragged, clicked, wanted: (number) => (add(state.finds[number]), show()), unwanted: (id) => (remove([id]), show()) });
const review = startReview($("review"), { open: (file, tile) => openTile(file, tile), said: say, refresh: () => tell().then(drawHead) });

function focusCanvas() {
  $("canvas").focus({ preventScroll: true });
}

function say(words) {
  state.message = words;
  $("said").textContent = words;
}

// --- showing --------------------------------------------------------------------------------------

function show() {
  drawHead();
  if (state.tab !== "label") return;
  canvas.draw();
  drawPanel($("panel"), state, act);
  document.body.dataset.saved = state.saving === 0 ? "yes" : "no";
  document.body.dataset.file = state.file ?? "";
}

const TABS = [["label", "Label"], ["sheet", "Sheet"], ["suspicious", "Suspicious"], ["wall", "Wall"], ["duplicates", "Duplicates"], ["counts", "Counts"], ["formats", "Formats"]];

function drawHead() {
  const o = state.overview;
  render(
    $("head"),
    h("h1", {}, "Label"),
    h("nav", { class: "row tight", "aria-label": "Views" }, TABS.map(([tab, words]) => h("button", { type: "button", key: tab, class: "tab", "aria-current": state.tab === tab ? "page" : undefined, onclick: () => turnTo(tab) }, words))),
    o ? h("div", { class: "progress" },
      h("progress", { max: o.total || 1, value: o.checked, "aria-label": "Pictures checked" }),
      h("span", { id: "progress" }, `${o.checked} of ${o.total} checked`),
      o.reads && o.read < o.total ? h("span", {}, `, ${o.read} read by the model`) : null,
      h("span", { id: "saved", class: state.saving ? "" : "muted" }, state.saving ? " saving …" : ` saved, ${o.undo} to undo`)) : null,
    state.help ? keysDialog(() => ((state.help = false), show(), focusCanvas())) : null,
  );
}

function turnTo(tab) {
  state.tab = tab;
  state.fromSheet = false;
  $("label").hidden = tab !== "label";
  $("review").hidden = tab === "label";
  if (tab === "label") reload().then(focusCanvas);
  else review.show(tab);
  show();
}

// --- pictures -------------------------------------------------------------------------------------

async function tell() {
  state.overview = await server.overview();
}

async function load(file, selected = null) {
  if (unsaved.get(file)) await chain;
  const answer = await server.picture(file);
  revisions.set(file, answer.revision);
  const other = state.file !== file;
  if (other && state.record) before = state.record;
  Object.assign(state, {
    file, record: answer.record, read: answer.read, error: answer.error,
    finds: answer.finds.map((find) => find.quad), findCodes: answer.finds.map((find) => find.code), alternatives: { ...answer.alternatives }, doubtful: answer.doubtful,
    pending: "", mode: null, clicks: [],
  });
  if (other) state.marked = new Set();
  if (selected !== null && edit.tileOf(state.record, selected)) state.selected = selected;
  else if (other || !edit.tileOf(state.record, state.selected)) selectFirst();
  show();
  prefetch();
}

const reload = () => (state.file ? load(state.file) : Promise.resolve());

function selectFirst() {
  const tiles = inOrder(state.record.tiles);
  state.selected = (tiles.find(state.doubted) ?? tiles[0])?.id ?? null;
}

function prefetch() {
  for (const file of upcoming().slice(0, 2)) new Image().src = server.viewUrl(file);
}

const upcoming = () => (state.overview?.coming ?? []).filter((file) => !visited.includes(file));

async function go(file) {
  visited.splice(at + 1, visited.length, file);
  at = visited.length - 1;
  await load(file);
}

async function next() {
  say("");
  if (at + 1 < visited.length) {
    at += 1;
    await load(visited[at]);
    return;
  }
  if (!upcoming().length) await tell();
  const left = (state.overview?.coming ?? []).filter((file) => file !== state.file);
  const file = upcoming()[0] ?? left[0];
  if (file) await go(file);
  else say("Every picture is checked.");
  show();
}

async function previous() {
  if (at <= 0) return;
  at -= 1;
  await load(visited[at]);
}

async function openTile(file, tile) {
  state.fromSheet = state.tab === "sheet";
  state.tab = "label";
  $("label").hidden = false;
  $("review").hidden = true;
  visited.splice(at + 1, visited.length, file);
  at = visited.length - 1;
  await load(file, tile);
  focusCanvas();
}

// --- saving ---------------------------------------------------------------------------------------

const revisions = new Map(); // what the server has of each picture
const unsaved = new Map(); // changes of each picture that are on their way

/** Shows the new record and sends it; changes go one after the other. */
function save(record) {
  const { file } = state;
  state.record = record;
  state.saving += 1;
  unsaved.set(file, (unsaved.get(file) ?? 0) + 1);
  chain = chain.then(() => send(file, record)).finally(show);
  show();
  return chain;
}

async function send(file, record) {
  try {
    const answer = await server.save(file, record, revisions.get(file));
    revisions.set(file, answer.revisions[file] ?? revisions.get(file));
    Object.assign(state.overview, { undo: answer.undo, redo: answer.redo });
  } catch (error) {
    say(error.message);
    if (state.file === file) queueMicrotask(() => chain.then(reload));
  } finally {
    state.saving -= 1;
    unsaved.set(file, unsaved.get(file) - 1);
  }
}

async function takeBack(way) {
  await chain;
  const answer = await way();
  Object.assign(state.overview, { undo: answer.undo, redo: answer.redo });
  const file = answer.files[0];
  if (!file) say("There is nothing more to undo.");
  else if (file === state.file || answer.files.includes(state.file)) await reload();
  else await openTile(file, null);
  await tell();
  show();
}

// --- the tile -------------------------------------------------------------------------------------

const current = () => edit.tileOf(state.record, state.selected);
const chosen = () => (state.marked.size ? [...state.marked] : state.selected === null ? [] : [state.selected]);

function select(id) {
  state.selected = id;
  const tile = current();
  if (tile) {
    canvas.reveal(tile.quad);
    $("said").textContent = nameOf(tile.code);
  }
}

function picked(id, withShift) {
  if (id !== null && withShift) mark(id);
  select(id);
  show();
}

function mark(id) {
  if (!state.marked.delete(id)) state.marked.add(id);
}

function dragged(id, quad) {
  save(edit.changed(state.record, [id], () => ({ quad, outline: "quad" })));
}

function nameTile(code) {
  state.pending = "";
  if (!current()) return;
  const id = state.selected;
  save(edit.named(state.record, id, code));
  walkOn(id);
  show();
}

/** After a tile is named: the next one in reading order. */
function walkOn(id) {
  const order = inOrder(state.record.tiles);
  const after = order[order.findIndex((tile) => tile.id === id) + 1];
  if (after) select(after.id);
}

function toDoubtful(way) {
  const order = inOrder(state.record.tiles);
  const from = order.findIndex((tile) => tile.id === state.selected);
  const turned = [...order.slice(from + 1), ...order.slice(0, Math.max(0, from))];
  const found = (way < 0 ? turned.reverse() : turned).find(state.doubted);
  if (found) select(found.id);
  else say("No other tile is doubtful.");
}

function remove(ids) {
  if (!ids.length) return;
  const order = inOrder(state.record.tiles);
  const from = order.findIndex((tile) => tile.id === ids[0]);
  const rest = order.filter((tile) => !ids.includes(tile.id));
  save(edit.removed(state.record, ids));
  state.marked = new Set();
  select((rest[from] ?? rest.at(-1))?.id ?? null);
}

function clicked(point) {
  state.clicks.push(point);
  if (state.clicks.length === 2) {
    const drawn = box(...state.clicks);
    const find = snapped(drawn, state.finds, state.record.tiles.map((tile) => tile.quad));
    add(find ?? drawn);
  }
  show();
}

function add(quad) {
  if (widthOf(quad) < 2) return;
  const made = edit.added(state.record, quad, state.findCodes[state.finds.indexOf(quad)]);
  Object.assign(state, { mode: null, clicks: [] });
  save(made.record);
  select(made.id);
}

function write(name, value) {
  const { [name]: _, ...rest } = state.record;
  save(value || name === "session" ? { ...rest, [name]: value } : rest);
}

function splitInto(n) {
  state.mode = null;
  if (current() && n >= 1 && n <= 40) {
    const made = edit.splitRow(state.record, state.selected, n);
    save(made.record);
    select(made.id);
  }
  focusCanvas();
  show();
}

function shift(key) {
  const tile = current();
  if (!tile) return;
  const step = Math.max(1, Math.round(0.03 * widthOf(tile.quad)));
  const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key];
  dragged(tile.id, rounded(moved(tile.quad, by)));
}

function walk(key) {
  const from = current();
  if (!from) return selectFirst();
  const to = beside(state.record.tiles, from, key);
  if (to) select(to.id);
}

function group(change) {
  const ids = chosen();
  if (!ids.length) return;
  save(change(ids));
  state.marked = new Set();
}

const onTile = (change) => () => {
  const tile = current();
  if (tile) change(tile);
};

const COMMANDS = {
  confirm: () => {
    if (!state.record) return;
    const last = save({ ...state.record, checked: true });
    if (state.fromSheet) last.then(() => turnTo("sheet"));
    else next();
    last.then(tell).then(show);
  },
  next, previous,
  accept: onTile((tile) => {
    if (tile.by !== "person") save(edit.changed(state.record, [tile.id], () => ({})));
    toDoubtful(1);
  }),
  doubtful: () => toDoubtful(1),
  doubtfulBefore: () => toDoubtful(-1),
  alternative: onTile((tile) => {
    const guesses = (state.alternatives[tile.id] ?? []).map(([code]) => code).filter((code) => code !== tile.code);
    if (!guesses.length) return say("The model has no other guess.");
    state.alternatives[tile.id] = [...(state.alternatives[tile.id] ?? []).filter(([code]) => code !== guesses[0]), [tile.code, tile.confidence ?? 0], [guesses[0], 0]];
    save(edit.named(state.record, tile.id, guesses[0]));
  }),
  remove: () => remove(chosen()),
  insert: () => add(edit.missingQuad(state.record, state.finds, current())),
  draw: () => Object.assign(state, { mode: state.mode === "draw" ? null : "draw", clicks: [] }),
  split: onTile((tile) => Object.assign(state, { mode: "split", splitInto: tilesIn(tile.quad) })),
  copy: () => (before ? save(edit.copiedFrom(state.record, before)) : say("There is no picture before this one.")),
  turn: onTile((tile) => save(edit.changed(state.record, [tile.id], () => ({ quad: rolled(tile.quad, 1), outline: "quad" })))),
  hidden: onTile((tile) => save(edit.changed(state.record, [tile.id], () => ({ partly_hidden: !tile.partly_hidden })))),
  mark: onTile((tile) => mark(tile.id)),
  hand: () => group((ids) => edit.given(state.record, ids, edit.groupOf(state.record, ids[0])?.side ?? "bottom")),
  set: () => group((ids) => edit.asSet(state.record, ids, false)),
  downset: () => group((ids) => edit.asSet(state.record, ids, true)),
  player: () => {
    const ids = chosen();
    if (ids.length) save(edit.passedOn(state.record, ids));
  },
  won: onTile((tile) => save(edit.won(state.record, tile.id))),
  undo: () => takeBack(server.undo),
  redo: () => takeBack(server.redo),
  closer: () => canvas.zoom(1.5, current() ? current().quad[0] : undefined),
  farther: () => canvas.zoom(1 / 1.5),
  whole: () => canvas.whole(),
  help: () => (state.help = true),
  leave: () => {
    if (!state.mode && !state.pending && !state.marked.size) $("canvas").blur();
    Object.assign(state, { mode: null, clicks: [], pending: "", marked: new Set() });
  },
};

const typing = () => document.activeElement?.closest("input, textarea, select, dialog, tile-palette");

function pressed(event) {
  const own = document.activeElement === $("canvas");
  if (state.tab !== "label" || !state.record || typing()) return;
  if (!own && [" ", "Enter", "Tab"].includes(event.key)) return; // buttons and links have their own
  const means = meaning(event, state.pending);
  if (!means) return;
  event.preventDefault();
  say("");
  if (means.pending !== undefined) state.pending = means.pending;
  else state.pending = "";
  if (means.code) nameTile(means.code);
  else if (means.walk) walk(means.walk);
  else if (means.shift) shift(means.shift);
  else if (means.command) COMMANDS[means.command]();
  show();
}

/** Takes what the model has read since; the picture shown is taken anew when its turn came. */
async function listen() {
  try {
    const o = state.overview;
    if (o && o.reads && o.read < o.total) {
      await tell();
      if (state.file && !state.read && state.saving === 0) await reload();
      show();
    }
  } catch {
    say("The server cannot be reached; what was saved is safe.");
    show();
  }
  setTimeout(listen, TELL_MS);
}

async function start() {
  document.addEventListener("keydown", pressed);
  window.addEventListener("resize", show);
  try {
    await tell();
    await next();
    if (!state.file) turnTo("wall");
  } catch (error) {
    say(error.message);
  }
  show();
  focusCanvas();
  listen();
}

start();
