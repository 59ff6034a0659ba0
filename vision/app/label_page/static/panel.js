// What stands beside the picture: the tile, its groups, the picture's session and set, the keys.

import { h, render } from "/static/view.js";
import { groupOf, tileOf } from "./edit.js";
import { COMMANDS, SINGLE } from "./keys.js";
import { nameOf, sign } from "./names.js";

const SHOWN_KEYS = { " ": "Space", PageDown: "Page ↓", PageUp: "Page ↑", Delete: "Del", Enter: "Enter", Escape: "Esc" };
const keyWords = (key) => SHOWN_KEYS[key] ?? key;

/** Draws the panel. `act` carries out a command by its name. */
export function drawPanel(container, state, act) {
  if (!state.record) {
    render(container, h("p", {}, state.message || "…"));
    return;
  }
  render(
    container,
    state.message ? h("p", { class: "notice", id: "message", key: "message" }, state.message) : null,
    state.pending ? h("p", { class: "pending", key: "pending" }, `${state.pending} and m, p, s, f or z`) : null,
    state.mode === "split" ? splitForm(state, act) : null,
    tilePart(state, act),
    picturePart(state, act),
    commands(act),
  );
}

function splitForm(state, act) {
  return h(
    "form",
    { key: "split", class: "row", onsubmit: (event) => (event.preventDefault(), act.splitInto(Number(event.target.elements.n.value))) },
    h("label", { for: "n" }, "How many tiles are in this row?"),
    h("input", { id: "n", name: "n", type: "number", min: 1, max: 40, value: String(state.splitInto), hook: (dom) => (dom.focus(), dom.select()) }),
    h("button", { class: "button main" }, "Split"),
  );
}

function tilePart(state, act) {
  const tile = tileOf(state.record, state.selected);
  if (!tile) return h("p", { class: "hint", key: "tile" }, `${state.record.tiles.length} tiles; arrows or a click choose one`);
  const group = groupOf(state.record, tile.id);
  const guesses = state.alternatives[tile.id] ?? [];
  return h(
    "section",
    { key: "tile", "aria-label": "The tile" },
    h("h2", { class: "tile-name" }, sign(tile.code), h("span", { id: "tile-name" }, nameOf(tile.code))),
    h("p", { class: "hint" }, [
      tile.by === "person" ? "named by you" : tile.by === "model" ? `the model's, ${Math.round(100 * (tile.confidence ?? 0))} % sure` : "",
      tile.partly_hidden ? "partly hidden" : "",
      group ? `${group.side ?? ""} ${group.what}`.trim() : "in no group",
      state.marked.size ? `${state.marked.size} marked` : "",
    ].filter(Boolean).join(" · ")),
    guesses.length ? h("div", { class: "row tight" }, guesses.map(([code, share]) => h("button", { type: "button", class: "button guess", title: `${nameOf(code)}, ${Math.round(100 * share)} %`, "aria-label": nameOf(code), onclick: () => act.name(code) }, sign(code)))) : null,
    h("details", {}, h("summary", {}, "All tiles"), h("tile-palette", { back: true, onpick: (event) => act.name(event.detail.code) })),
  );
}

function picturePart(state, act) {
  const { record } = state;
  const write = (name) => (event) => act.write(name, event.target.value.trim());
  return h(
    "section",
    { key: "picture", class: "stack", "aria-label": "The picture" },
    h("p", { class: "file" }, record.file, h("small", {}, ` ${record.checked === false ? (state.read ? "proposal" : "waits for the model") : "checked"}`)),
    state.error ? h("p", { class: "notice bad" }, state.error) : null,
    h("div", { class: "pair" },
      h("label", { for: "session" }, "Session"), h("input", { id: "session", value: record.session ?? "", onchange: write("session") }),
      h("label", { for: "set" }, "Set"), h("input", { id: "set", value: record.set ?? "", onchange: write("set") })),
  );
}

function commands(act) {
  const shown = COMMANDS.filter(([, , words]) => words);
  return h("details", { key: "commands" }, h("summary", {}, "What can be done"), h("ul", { class: "commands" }, shown.map(([key, command, words]) => h("li", { key: command }, h("button", { type: "button", class: "button quiet", onclick: () => act.do(command) }, h("kbd", {}, keyWords(key)), words)))));
}

/** The list of keys, as a dialog. */
export function keysDialog(close) {
  const single = Object.entries(SINGLE).map(([key, code]) => [key, nameOf(code)]);
  const rows = [["5 p", "5 of dots: a number, then m characters, p dots, s bamboo, f flowers, z honours"], ...single, ["← ↑ → ↓", "walk from tile to tile"], ["Shift ← …", "move the tile"], ...COMMANDS.filter(([, , words]) => words).map(([key, , words]) => [keyWords(key), words])];
  return h("dialog", { key: "keys", class: "dialog", "aria-labelledby": "keys-title", hook: (dom) => dom.showModal(), onclose: close },
    h("div", { class: "dialog-inner" }, h("h2", { id: "keys-title" }, "Keys"), h("p", {}, "A click on a dashed outline makes it a tile, Alt and a click delete one, Shift and a click mark tiles for a group; corners and tiles can be dragged; the wheel zooms."),
      h("dl", { class: "keys" }, rows.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])),
      h("button", { type: "button", class: "button main", onclick: (event) => event.target.closest("dialog").close() }, "Close")));
}
