// The page: which view the address asks for, and what surrounds every view.

import { loadAbout, loadEvening, loadEvenings } from "./actions.js";
import { listenTo } from "./live.js";
import { dialogView } from "./parts.js";
import { onChange, state, update } from "./state.js";
import { h, render } from "./view.js";
import { dealView } from "./views/deal.js";
import { eveningsView } from "./views/evenings.js";
import { frame } from "./views/frame.js";
import { handView } from "./views/hand.js";
import { ledgerView } from "./views/ledger.js";
import { acceptDrops } from "./views/photograph.js";
import { joinView, startView, waitView } from "./views/start.js";
import { settingsView } from "./views/settings.js";
import { tableView } from "./views/table.js";

const EVENING_VIEWS = {
  table: tableView,
  hand: handView,
  ledger: ledgerView,
  deal: dealView,
  settings: settingsView,
};
const TITLES = {
  table: "Table",
  hand: "Hand",
  ledger: "Ledger",
  deal: "Hand played",
  settings: "Settings",
  evenings: "Evenings",
  start: "New evening",
};

/** "#/evening/3/deal/5" to {name, evening, number}. */
function routeOf(hash) {
  const [, where, id, page, number] = hash.replace(/^#/, "").split("/");
  if (where === "start") return { name: "start" };
  if (where !== "evening" || !/^\d+$/.test(id ?? "")) return { name: "evenings" };
  const name = page in EVENING_VIEWS ? page : "table";
  return { name, evening: Number(id), number: /^\d+$/.test(number ?? "") ? Number(number) : null };
}

function follow() {
  const before = state.route;
  const route = routeOf(location.hash);
  update({ route, dialog: null, ...(route.name === before.name ? {} : { form: null }) });
  if (route.name !== "hand") state.penalty = false;
  document.title = `${TITLES[route.name]} - tilescore`;
  listenTo(route.evening ?? null);
  if (!state.about) loadAbout();
  if (route.evening !== undefined && route.evening !== before.evening) loadEvening(route.evening);
  if (route.name === "evenings" || route.name === "start") loadEvenings();
  const moved = before.name !== route.name || before.number !== route.number;
  if (moved) queueMicrotask(() => queueMicrotask(showTop));
}

/** After a move, reading and the keyboard begin at the new view's heading. */
function showTop() {
  window.scrollTo(0, 0);
  document.querySelector("h1")?.focus({ preventScroll: true });
}

function view() {
  if (state.join) return joinView();
  const { name, evening } = state.route;
  if (name === "start") return startView();
  if (evening === undefined) return eveningsView();
  if (state.evening?.id !== evening || !state.draft) return waitView();
  return EVENING_VIEWS[name]();
}

function show() {
  render(document.getElementById("app"), frame(view()), dialogView());
}

onChange(show);
acceptDrops();
window.addEventListener("hashchange", follow);
window.addEventListener("online", () => update({}));
window.addEventListener("offline", () => update({}));
follow();
