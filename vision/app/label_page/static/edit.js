// Changes of a picture's record: each makes a new record and leaves the old one as it was.

import { centre, distance, inOrder, nearest, rounded, same, shortSide, split, upLike } from "./geometry.js";

export const SIDES = ["bottom", "right", "top", "left"];
const SEAT_AT = { bottom: "E", right: "S", top: "W", left: "N" };
export const BACK = "0z";
const isFlower = (code) => code[1] === "f";

export const tileOf = (record, id) => record.tiles.find((tile) => tile.id === id) ?? null;
const nextId = (record) => Math.max(-1, ...record.tiles.map((tile) => tile.id)) + 1;
const quads = (record) => record.tiles.map((tile) => tile.quad);

/** Tiles changed by hand: the model's certainty no longer counts. */
export function changed(record, ids, fields) {
  const chosen = new Set(ids);
  const tiles = record.tiles.map((tile) => {
    if (!chosen.has(tile.id)) return tile;
    const { confidence, ...rest } = tile;
    return { ...rest, by: "person", ...fields(tile) };
  });
  return { ...record, tiles };
}

export function named(record, id, code) {
  const next = changed(record, [id], () => ({ code }));
  return withoutWrongSets(sortedFlowers(next));
}

/** A flower belongs to its player's flowers, any other tile to none of them. */
function sortedFlowers(record) {
  const codeOf = new Map(record.tiles.map((tile) => [tile.id, tile.code]));
  const players = record.players.map((player) => {
    const apart = [...player.concealed, ...player.flowers];
    const flowers = apart.filter((id) => isFlower(codeOf.get(id) ?? ""));
    return { ...player, flowers, concealed: apart.filter((id) => !flowers.includes(id)) };
  });
  return { ...record, players };
}

/** Sets say what their tiles count as; a renamed tile changes that. */
function withoutWrongSets(record) {
  const players = record.players.map((player) => ({ ...player, sets: player.sets.map((set) => setOf(record, set.tiles, set.concealed)) }));
  return { ...record, players };
}

function setOf(record, tiles, concealed) {
  const codes = tiles.map((id) => tileOf(record, id)?.code ?? BACK);
  const open = codes.filter((code) => code !== BACK && code !== "none" && code !== "unknown");
  const one = open.length > 0 && open.every((code) => code === open[0]);
  const kind = one ? (tiles.length === 4 ? "kong" : "pung") : "sequence";
  const counted = codes.map((code) => (open.includes(code) ? code : open[0] ?? BACK));
  return { tiles, kind, concealed, codes: counted };
}

export function removed(record, ids) {
  const gone = new Set(ids);
  return { ...ungrouped(record, ids), tiles: record.tiles.filter((tile) => !gone.has(tile.id)) };
}

/** Takes tiles out of every group; what is left of a set goes back to the hand. */
function ungrouped(record, ids) {
  const gone = new Set(ids);
  const left = (list) => list.filter((id) => !gone.has(id));
  const players = record.players.map((player) => {
    const whole = player.sets.filter((set) => !set.tiles.some((id) => gone.has(id)));
    const broken = player.sets.filter((set) => !whole.includes(set)).flatMap((set) => set.tiles);
    const { won_with, ...rest } = player;
    return {
      ...rest,
      ...(won_with === undefined || gone.has(won_with) ? {} : { won_with }),
      concealed: left([...player.concealed, ...broken]),
      flowers: left(player.flowers),
      sets: whole,
      winning_tile: gone.has(player.winning_tile) ? null : player.winning_tile,
    };
  });
  return { ...record, players, loose: left(record.loose) };
}

/** A new tile. Of one without a name the head points as those of the others do. */
export function added(record, quad, code) {
  const upright = code ? quad : upLike(quad, quads(record));
  const tile = { id: nextId(record), code: code ?? "unknown", quad: rounded(upright), visible: 1, by: "person" };
  return { record: { ...record, tiles: [...record.tiles, tile] }, id: tile.id };
}

/** One tile's quad becomes a row of n tiles. */
export function splitRow(record, id, n) {
  const row = tileOf(record, id);
  const rest = removed(record, [id]);
  const first = nextId(record);
  const tiles = split(row.quad, n).map((quad, i) => ({ id: first + i, code: "unknown", quad, visible: 1, by: "person" }));
  return { record: { ...rest, tiles: [...rest.tiles, ...tiles] }, id: first };
}

/** Codes and groups of another picture: tiles in the same place are renamed, others are added. */
export function copiedFrom(record, other) {
  const scale = record.width / other.width;
  let next = record;
  for (const tile of other.tiles) {
    const quad = rounded(tile.quad.map((p) => p.map((v) => v * scale)));
    const there = next.tiles.find((mine) => same(mine.quad, quad));
    if (there) next = changed(next, [there.id], () => ({ code: tile.code }));
    else next = { ...next, tiles: [...next.tiles, { ...tile, id: nextId(next), quad, by: "person" }] };
  }
  return { ...withoutWrongSets(sortedFlowers(next)), session: other.session, ...(other.set ? { set: other.set } : {}) };
}

/** What a tile belongs to: {side, what} or nothing. */
export function groupOf(record, id) {
  if (record.loose.includes(id)) return { side: null, what: "nobody's" };
  for (const player of record.players) {
    const set = player.sets.find((each) => each.tiles.includes(id));
    const won = player.winning_tile === id ? ", the winning tile" : "";
    if (set) return { side: player.side, set, what: `${set.concealed ? "turned-down " : ""}${set.kind}${won}` };
    if (player.flowers.includes(id)) return { side: player.side, what: "flower" };
    if (player.concealed.includes(id)) return { side: player.side, what: `concealed hand${won}` };
  }
  return null;
}

function withPlayer(record, side) {
  if (record.players.some((player) => player.side === side)) return record;
  const player = { side, seat: SEAT_AT[side], concealed: [], flowers: [], sets: [], winning_tile: null };
  return { ...record, players: [...record.players, player] };
}

const atSide = (record, side, change) => ({ ...record, players: record.players.map((p) => (p.side === side ? change(p) : p)) });
const withoutEmpty = (record) => ({
  ...record,
  players: record.players.filter((p) => p.concealed.length + p.flowers.length + p.sets.length > 0 || p.winning_tile !== null),
});

/** Gives tiles to a player's hand and flowers; side null: nobody's. */
export function given(record, ids, side) {
  const free = ungrouped(record, ids);
  if (side === null) return withoutEmpty({ ...free, loose: [...free.loose, ...ids] });
  return withoutEmpty(sortedFlowers(atSide(withPlayer(free, side), side, (p) => ({ ...p, concealed: [...p.concealed, ...ids] }))));
}

/** The next owner in turn: bottom, right, top, left, nobody. */
export function passedOn(record, ids) {
  const now = groupOf(record, ids[0]);
  const turn = [...SIDES, null];
  return given(record, ids, now ? turn[(turn.indexOf(now.side) + 1) % turn.length] : "bottom");
}

/** Makes the tiles a set on the table of the player whose they are. */
export function asSet(record, ids, concealed) {
  const side = groupOf(record, ids[0])?.side ?? "bottom";
  const order = inOrder(record.tiles.filter((tile) => ids.includes(tile.id))).map((tile) => tile.id);
  const free = withPlayer(ungrouped(record, ids), side);
  return withoutEmpty(atSide(free, side, (p) => ({ ...p, sets: [...p.sets, setOf(record, order, concealed)] })));
}

export function won(record, id) {
  const side = groupOf(record, id)?.side ?? "bottom";
  const owned = groupOf(record, id)?.side ? record : given(record, [id], side);
  return atSide(owned, side, (p) => ({ ...p, winning_tile: p.winning_tile === id ? null : id }));
}

/** Where a tile may be missing: the finder's nearest unused proposal, else beside the selected. */
export function missingQuad(record, finds, selected) {
  const here = selected ? centre(selected.quad) : [record.width / 2, record.height / 2];
  const free = finds.filter((find) => !record.tiles.some((tile) => same(tile.quad, find)));
  const find = nearest(free, here);
  if (find) return find;
  const size = selected ? shortSide(selected.quad) : Math.min(record.width, record.height) / 12;
  if (!selected) return [[here[0], here[1]], [here[0] + size, here[1]], [here[0] + size, here[1] + 1.35 * size], [here[0], here[1] + 1.35 * size]];
  const [a, b] = selected.quad;
  const step = [0, 1].map((axis) => ((b[axis] - a[axis]) * size * 1.05) / (distance(a, b) || 1));
  return selected.quad.map((p) => [p[0] + step[0], p[1] + step[1]]);
}
