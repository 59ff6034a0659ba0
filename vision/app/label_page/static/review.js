// Second looks: labels that the model contradicts, the wall of a class, duplicates, counts, formats.

import { h, render } from "/static/view.js";
import { drawStill } from "./canvas.js";
import { CODES, nameOf, sign } from "./names.js";
import * as server from "./server.js";

const FORMATS = ["coco", "yolo", "yolo-obb", "voc", "label-studio", "folders", "jsonl"];
const AGAIN_MS = 2500;

/** `on`: open(file, tile), said(words), refresh(). */
export function startReview(container, on) {
  const view = { tab: "", data: null, code: "", start: 0, chosen: new Map(), error: "", words: "", busy: false };
  const keyOf = (row) => `${row.file}\n${row.tile}`;

  const LOADERS = {
    suspicious: () => server.suspicious(view.start),
    wall: () => server.wall(view.code, view.start),
    duplicates: server.duplicates,
    counts: server.counts,
    sheet: server.sheet,
    formats: async () => ({}),
  };
  const VIEWS = { sheet, suspicious, wall, duplicates, counts, formats };

  async function show(tab) {
    if (tab !== view.tab) Object.assign(view, { tab, data: null, start: 0, chosen: new Map(), words: "" });
    draw();
    await fill(tab);
  }

  async function fill(tab) {
    try {
      const data = await LOADERS[tab]();
      if (view.tab !== tab) return;
      Object.assign(view, { data, error: "", code: data.code ?? view.code });
    } catch (error) {
      view.error = error.message;
    }
    draw();
    if (view.tab === tab && tab === "suspicious" && view.data?.waiting && !container.hidden) setTimeout(() => fill(tab), AGAIN_MS);
  }

  function draw() {
    render(
      container,
      view.error ? h("p", { class: "notice bad", key: "error" }, view.error) : null,
      view.words ? h("p", { class: "notice", role: "status", key: "words" }, view.words) : null,
      view.data ? VIEWS[view.tab]() : h("p", { key: "wait" }, "…"),
    );
    container.dataset.shown = view.data ? view.tab : "";
  }

  function tiles(rows, words) {
    return h("ul", { class: "wall", key: "wall" }, rows.map((row) =>
      h("li", { key: keyOf(row) },
        h("button", { type: "button", class: "crop", "aria-pressed": String(view.chosen.has(keyOf(row))), "aria-label": `${nameOf(row.code)} in ${row.file}, tile ${row.tile}`, title: row.file, onclick: () => choose(row), ondblclick: () => on.open(row.file, row.tile) },
          h("img", { src: server.cropUrl(row.file, row.tile, row.v), loading: "lazy", width: 96, height: 96, alt: "" })),
        words?.(row),
        h("button", { type: "button", class: "button quiet small", onclick: () => on.open(row.file, row.tile) }, "open"))));
  }

  function choose(row) {
    const key = keyOf(row);
    if (!view.chosen.delete(key)) view.chosen.set(key, row);
    draw();
  }

  function bulk() {
    const n = view.chosen.size;
    return h("section", { class: "card stack bulk", key: "bulk", "aria-label": "Chosen tiles" },
      h("p", {}, h("b", { id: "chosen" }, `${n} chosen`), " A click chooses a tile; a tile below gives all chosen ones its name.",
        n ? h("button", { type: "button", class: "button quiet", onclick: () => ((view.chosen = new Map()), draw()) }, "choose none") : null),
      n ? h("div", { class: "row" }, h("tile-palette", { back: true, onpick: (event) => rename(event.detail.code) }),
        ["none", "unknown"].map((code) => h("button", { type: "button", class: "button", key: code, onclick: () => rename(code) }, nameOf(code)))) : null);
  }

  async function rename(code) {
    if (view.busy) return;
    view.busy = true;
    const chosen = [...view.chosen.values()];
    try {
      await server.rename(chosen.map((row) => [row.file, row.tile]), code);
      Object.assign(view, { chosen: new Map(), words: `${chosen.length} tiles are now ${nameOf(code)}; z on the picture undoes it.` });
      await on.refresh();
    } catch (error) {
      view.error = error.message;
    }
    view.busy = false;
    await fill(view.tab);
  }

  function pages() {
    const { total } = view.data;
    const shown = view.data.tiles.length;
    const turn = (by) => () => ((view.start = Math.max(0, view.start + by)), fill(view.tab));
    return h("div", { class: "row", key: "pages" }, h("span", {}, total ? `${view.start + 1} to ${view.start + shown} of ${total}` : "none"),
      view.start ? h("button", { type: "button", class: "button", onclick: turn(-200) }, "Before") : null,
      view.start + shown < total ? h("button", { type: "button", class: "button", onclick: turn(200) }, "After") : null);
  }

  /** Several pictures that the model is sure of, confirmed together. */
  function sheet() {
    const { pictures } = view.data;
    if (!pictures.length) return h("p", { key: "sheet" }, "No picture that the model has read waits to be checked.");
    const confirm = async () => {
      if (view.busy) return;
      view.busy = true;
      try {
        await server.confirm(pictures.map((picture) => picture.record.file));
        await on.refresh();
      } catch (error) {
        view.error = error.message;
      }
      view.busy = false;
      await fill("sheet");
    };
    return h("section", { class: "stack", key: "sheet" }, h("h2", {}, "Several at once"),
      h("p", { class: "hint" }, "Pictures of which the model is sure come first; tiles that it doubts are orange. Click a picture that is not right: it opens, and Enter leads back here."),
      h("ul", { class: "sheet" }, pictures.map(({ record, doubtful }) => h("li", { key: record.file }, h("button", { type: "button", class: "crop", "aria-label": `Open ${record.file}`, onclick: () => on.open(record.file, null) }, h("span", { class: "still", key: record.file, hook: (dom) => drawStill(dom, { record, doubtful }) })), h("small", {}, record.file)))),
      h("button", { type: "button", key: pictures[0].record.file, class: "button main", id: "confirm-all", onclick: confirm, hook: (dom) => dom.focus({ preventScroll: true }) }, `All ${pictures.length} are right (Enter)`));
  }

  function suspicious() {
    const { waiting } = view.data;
    return h("section", { class: "stack", key: "suspicious" }, h("h2", {}, "Labels that the model contradicts"),
      h("p", { class: "hint" }, "The most suspicious first. ", waiting ? `${waiting} pictures are still to be judged.` : "All labels have been judged."),
      bulk(), tiles(view.data.tiles, (row) => h("span", { class: "versus" }, sign(row.code), h("span", {}, "or"), sign(row.likely))), pages());
  }

  function wall() {
    return h("section", { class: "stack", key: "wall" }, h("h2", {}, `Wall of ${nameOf(view.code)}`),
      h("p", { class: "hint" }, "Every tile with this label; those that the model doubts come first, once the labels were judged."),
      h("div", { class: "row" }, h("label", { for: "code" }, "Class"), h("select", { id: "code", onchange: (event) => (Object.assign(view, { code: event.target.value, start: 0, chosen: new Map() }), fill("wall")) }, CODES.map((code) => h("option", { value: code, selected: code === view.code }, nameOf(code))))),
      bulk(), tiles(view.data.tiles), pages());
  }

  function duplicates() {
    const { groups, waiting, sessions } = view.data;
    return h("section", { class: "stack", key: "duplicates" }, h("h2", {}, "The same picture twice"),
      h("p", { class: "hint" }, groups.length ? "Pictures that show the same belong to one session, else training and measuring would share them." : "There are none.", waiting ? ` ${waiting} pictures are still to be read.` : ""),
      groups.slice(0, 100).map((group) => h("ul", { class: "twins", key: group[0] }, group.slice(0, 12).map((file) => h("li", { key: file }, h("button", { type: "button", class: "crop", onclick: () => on.open(file, null) }, h("img", { src: server.viewUrl(file, 320), loading: "lazy", alt: file })), h("span", {}, file, h("small", {}, ` session ${sessions[file] || "-"}`)))))));
  }

  function counts() {
    const most = Math.max(1, ...Object.values(view.data.codes));
    return h("section", { class: "stack", key: "counts" }, h("h2", {}, "Tiles of each class"),
      h("ul", { class: "counts" }, Object.entries(view.data.codes).map(([code, n]) => h("li", { key: code }, h("button", { type: "button", class: "button quiet", title: nameOf(code), "aria-label": `${nameOf(code)}: ${n}`, onclick: () => (show("wall"), Object.assign(view, { code, data: null }), fill("wall")) }, sign(code)), h("meter", { max: most, value: n, "aria-hidden": "true" }), h("span", { class: "figure" }, String(n))))),
      h("h2", {}, "Sessions and sets"), h("ul", {}, view.data.sessions.map((row) => h("li", { key: `${row.session}/${row.set}` }, `${row.session || "no session"} · ${row.set ?? "no set"} · ${row.pictures} pictures`))));
  }

  function formats() {
    return h("section", { class: "stack", key: "formats" },
      form("export", "Export", "New folder to write to", "Export", (fields) => server.exportTo({ format: fields.kind.value, place: fields.place.value })),
      form("import", "Import", "Folder to read from", "Import", (fields) => server.importFrom({ format: fields.kind.value, place: fields.place.value, replace: fields.replace.checked, names: fields.names.value.split("\n").map((s) => s.trim()).filter(Boolean) }),
        h("label", { class: "tick" }, h("input", { type: "checkbox", name: "replace" }), h("span", {}, "in place of checked labels")),
        h("div", { class: "field" }, h("label", { for: "names" }, "Names that are not known, such as joker=unknown, one a line"), h("textarea", { id: "names", name: "names", rows: 3 }))));
  }

  function form(id, title, place, verb, send, ...more) {
    const submit = async (event) => {
      event.preventDefault();
      try {
        const answer = await send(event.target.elements);
        Object.assign(view, { error: "", words: [answer.words, ...answer.notes].join(" ") });
        await on.refresh();
      } catch (error) {
        Object.assign(view, { error: error.message, words: "" });
      }
      draw();
    };
    return h("form", { class: "card stack", key: id, onsubmit: submit, "aria-label": title }, h("h2", {}, title),
      h("div", { class: "row" }, h("label", { for: `${id}-kind` }, "Format"), h("select", { id: `${id}-kind`, name: "kind" }, FORMATS.map((kind) => h("option", { value: kind, key: kind }, kind)))),
      h("div", { class: "field" }, h("label", { for: `${id}-place` }, place), h("input", { id: `${id}-place`, name: "place", required: true })), ...more, h("button", { class: "button main" }, verb));
  }

  return { show };
}
