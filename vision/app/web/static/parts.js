// Pieces that views are made of.

import { state, update } from "./state.js";
import { tileName } from "./tile_names.js";
import { h } from "./view.js";
import { WIND_TILE } from "./words.js";

/** A drawn tile that is read out by its name. */
export const tile = (code, more = {}) =>
  h(
    "span",
    { role: "img", "aria-label": tileName(code), ...more, class: `tile ${more.class ?? ""}` },
    h("mj-tile", { code }),
  );

/** A wind's tile beside words that already name it. */
export const windTile = (seat) =>
  h("span", { class: "wind-tile", "aria-hidden": "true" }, h("mj-tile", { code: WIND_TILE[seat] }));

/** A button; `kind` is main, plain or quiet. */
export const button = (words, onclick, kind = "plain", more = {}) =>
  h("button", { type: "button", class: `button ${kind}`, onclick, ...more }, words);

/** Radio buttons that look like one strip. `options`: {value, label, hint?}. */
export function choice(name, legend, options, value, onpick, more = {}) {
  return h(
    "fieldset",
    { class: `choice ${more.class ?? ""}`, key: more.key },
    h("legend", { class: more.quiet ? "unseen" : "" }, legend),
    h(
      "div",
      { class: "choice-row" },
      options.map((option) =>
        h(
          "label",
          { key: String(option.value), class: "choice-item" },
          h("input", {
            type: "radio",
            name,
            value: String(option.value),
            checked: option.value === value,
            onchange: () => onpick(option.value),
          }),
          h("span", {}, option.label),
        ),
      ),
    ),
  );
}

/** A labelled switch. */
export const tick = (words, checked, onpick, more = {}) =>
  h(
    "label",
    { class: "tick", ...more },
    h("input", { type: "checkbox", checked, onchange: (event) => onpick(event.target.checked) }),
    h("span", {}, words),
  );

/** A labelled field; `hint` stands below it. */
export function field(id, words, props, hint) {
  const described = hint ? { "aria-describedby": `${id}-hint` } : {};
  return h(
    "div",
    { class: "field", key: id },
    h("label", { for: id }, words),
    h("input", { id, ...described, ...props }),
    hint ? h("p", { id: `${id}-hint`, class: "hint" }, hint) : null,
  );
}

export const notice = (kind, ...words) => h("div", { class: `notice ${kind}` }, words);

let opened = 0;

/** Opens a dialog over the page. `body` is asked anew whenever something changes. */
export function openDialog(title, body) {
  opened += 1;
  update({ dialog: { title, body, key: `dialog${opened}` } });
}

export function closeDialog() {
  const open = document.querySelector("dialog[open]");
  if (open)
    open.close(); // gives the focus back to what opened it, then "close" follows
  else update({ dialog: null });
}

/** The dialog that is open, if one is. */
export function dialogView() {
  const dialog = state.dialog;
  if (!dialog) return null;
  const body = dialog.body();
  if (body === null) {
    queueMicrotask(closeDialog);
    return null;
  }
  return h(
    "dialog",
    {
      key: dialog.key,
      class: "dialog",
      "aria-labelledby": "dialog-title",
      hook: (dom) => dom.isConnected && !dom.open && dom.showModal(),
      onclose: () => state.dialog === dialog && update({ dialog: null }),
      onclick: (event) => event.target.tagName === "DIALOG" && closeDialog(),
    },
    h(
      "div",
      { class: "dialog-inner" },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: "dialog-title" }, dialog.title),
        button("Close", closeDialog, "quiet"),
      ),
      body,
    ),
  );
}
