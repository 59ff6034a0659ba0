// A settlement as people check it: the score line by line, who pays whom, the balance.

import { h } from "../view.js";
import { SEATS, SEAT_NAMES, plain, signed } from "../words.js";

const PENALTIES = {
  washing: (name) => `${name} washed the tiles`,
  "false-mahjongg": (name) => `${name}: false Mah-Jongg`,
};

/** "Ann wins 184" of a draft or a deal of the ledger. */
export function headline(hand, evening, seats = evening.position.seats) {
  if (hand.penalties?.length)
    return hand.penalties.map((p) => PENALTIES[p.kind](seats[p.by])).join(", ");
  const winner = hand.winner;
  if (!winner || winner === "none") return "Drawn game";
  return `${seats[winner]} wins ${hand.settlement.players[winner]?.score ?? ""}`;
}

/** The settlement; `seats` are the players by seat. */
export function settlementView(settlement, seats) {
  const shown = SEATS.filter((seat) => seat in settlement.players);
  return h(
    "div",
    { class: "settlement" },
    shown.map((seat) => score(seat, settlement.players[seat], seats[seat])),
    payments(settlement, seats),
    balance(settlement.net, seats),
    verdict(settlement, seats),
    settlement.warnings.map((warning, at) =>
      h("p", { class: "hint", key: `w${at}` }, warning.message ?? warning),
    ),
  );
}

function score(seat, player, name) {
  return h(
    "section",
    { class: "score", key: seat },
    h(
      "h3",
      {},
      h("span", {}, name ?? SEAT_NAMES[seat], h("small", {}, SEAT_NAMES[seat])),
      h("span", { class: "figure" }, plain(player.score)),
    ),
    player.limit_hand
      ? h("p", { class: "limit-hand" }, `Limit hand: ${player.limit_hand.join(", ")}`)
      : null,
    player.lines.length ? lines(player, name ?? SEAT_NAMES[seat]) : null,
  );
}

function lines(player, name) {
  const counted = player.lines.filter((line) => "points" in line);
  const rest = player.lines.filter((line) => !("points" in line));
  const total = player.points === null ? null : row("total", "Total", String(player.points), "sum");
  return h(
    "table",
    { class: "lines" },
    h("caption", { class: "unseen" }, `Score of ${name}`),
    h(
      "tbody",
      {},
      counted.map((line, at) => row(`p${at}`, line.label, String(line.points), "", line.source)),
      total,
      doubled(rest, player),
      capped(rest, player),
    ),
  );
}

/** The score, where it is not what the last line has come to: the limit. */
function capped(rest, player) {
  if (player.points === null) return null;
  const grown = rest.reduce(
    (sum, line) => (line.doubles ? sum * 2 ** line.doubles : sum + (line.bonus ?? 0)),
    player.points,
  );
  return grown === player.score ? null : row("score", "Score", plain(player.score), "sum");
}

/** The lines after the total, each with what the score has grown to. */
function doubled(rest, player) {
  let running = player.points ?? 0;
  return rest.map((line, at) => {
    if (line.doubles) running *= 2 ** line.doubles;
    const figure = line.doubles
      ? `×${2 ** line.doubles} = ${running}`
      : "bonus" in line
        ? `+${line.bonus}`
        : String(line.limit ?? "");
    return row(`d${at}`, line.label, figure, "", line.source);
  });
}

const row = (key, label, figure, kind = "", source = "") =>
  h(
    "tr",
    { key, class: kind, title: source || undefined },
    h("th", { scope: "row" }, label),
    h("td", { class: "figure" }, figure),
  );

function payments(settlement, seats) {
  if (!settlement.payments.length) return h("p", { class: "muted", key: "none" }, "Nobody pays.");
  return h(
    "section",
    { key: "payments" },
    h("h3", {}, "Who pays whom"),
    h(
      "ul",
      { class: "payments" },
      settlement.payments.map((pay, at) =>
        h(
          "li",
          { key: String(at) },
          h(
            "span",
            {},
            h("b", {}, seats[pay.from]),
            " pays ",
            h("b", {}, seats[pay.to]),
            h("small", {}, pay.why),
          ),
          h("span", { class: "figure" }, plain(pay.amount)),
        ),
      ),
    ),
  );
}

function balance(net, seats) {
  const shown = SEATS.filter((seat) => seat in net);
  return h(
    "section",
    { key: "net" },
    h("h3", {}, "Together"),
    h(
      "ul",
      { class: "net" },
      shown.map((seat) =>
        h(
          "li",
          { key: seat },
          h("span", {}, seats[seat]),
          h("b", { class: `figure ${net[seat] > 0 ? "plus" : ""}` }, signed(net[seat])),
        ),
      ),
    ),
  );
}

function verdict({ reckless, complete, players }, seats) {
  const known = Object.keys(players).length;
  const words = [];
  if (reckless?.excuse)
    words.push(
      `The discard of ${seats[reckless.by]} was reckless (case ${reckless.case}), but excused: ${reckless.excuse}.`,
    );
  if (!complete && known)
    words.push(
      known === 1
        ? "The other hands are not known, so the losers are not settled among themselves."
        : "Not all hands are known; the losers known were settled among themselves.",
    );
  return words.map((text, at) => h("p", { class: "hint", key: `v${at}` }, text));
}
