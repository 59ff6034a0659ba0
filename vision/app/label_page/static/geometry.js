// Points and quads in px of the upright picture. A quad is four [x, y], clockwise, from the tile's
// own upper left.

export const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
export const along = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
export const length = (v) => Math.hypot(v[0], v[1]);
export const distance = (a, b) => length(minus(a, b));
export const centre = (quad) => [0, 1].map((axis) => quad.reduce((sum, p) => sum + p[axis], 0) / 4);
export const moved = (quad, by) => quad.map((p) => plus(p, by));
export const rounded = (quad) => quad.map((p) => p.map((v) => Math.round(v * 10) / 10));
export const rolled = (quad, by) => [0, 1, 2, 3].map((i) => quad[(i + by) % 4]);
export const widthOf = (quad) => (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2;
export const heightOf = (quad) => (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2;
export const shortSide = (quad) => Math.min(widthOf(quad), heightOf(quad));

/** From the tile's foot to its head. */
export const upOf = (quad) => minus(along(quad[0], quad[1], 0.5), along(quad[3], quad[2], 0.5));

export const box = (a, b) => {
  const [x0, x1] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [y0, y1] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
};

export function bounds(quad) {
  const xs = quad.map((p) => p[0]);
  const ys = quad.map((p) => p[1]);
  return { x: Math.min(...xs), y: Math.min(...ys), w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys) };
}

/** Whether two quads are the same tile. */
export const same = (a, b) => distance(centre(a), centre(b)) < 0.5 * Math.min(shortSide(a), shortSide(b));

/** The quad rolled so that its head points as those of its neighbours do. */
export function upLike(quad, others) {
  const ups = others.map((other) => upOf(other)).filter((up) => length(up) > 0);
  const mean = ups.reduce((sum, up) => plus(sum, up.map((v) => v / length(up))), [0, 0]);
  const wanted = length(mean) > 0 ? mean : [0, -1];
  const agree = (turn) => {
    const up = upOf(rolled(quad, turn));
    return (up[0] * wanted[0] + up[1] * wanted[1]) / (length(up) || 1);
  };
  return rolled(quad, [0, 1, 2, 3].sort((a, b) => agree(b) - agree(a))[0]);
}

/** A quad over a row of tiles cut into n, from its own left to its own right. */
export function split(quad, n) {
  const at = (i) => [along(quad[0], quad[1], i / n), along(quad[3], quad[2], i / n)];
  return Array.from({ length: n }, (_, i) => {
    const [[a, d], [b, c]] = [at(i), at(i + 1)];
    return rounded([a, b, c, d]);
  });
}

/** How many tiles of the usual proportions a row's quad holds. */
export const tilesIn = (quad) => Math.max(1, Math.round(widthOf(quad) / (0.74 * heightOf(quad))));

/** The finder's proposal that fits a drawn box best and is nobody's yet; null if none does. */
export function snapped(drawn, finds, taken) {
  const reach = 0.6 * Math.max(widthOf(drawn), heightOf(drawn));
  const size = (quad) => widthOf(quad) * heightOf(quad);
  const fits = finds.filter((find) => {
    const ratio = size(find) / (size(drawn) || 1);
    return distance(centre(find), centre(drawn)) < reach && ratio > 0.4 && ratio < 2.5 && !taken.some((quad) => same(quad, find));
  });
  return nearest(fits, centre(drawn));
}

export function nearest(quads, point) {
  const far = (quad) => distance(centre(quad), point);
  return [...quads].sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** Tiles in reading order: rows from above, each from its left. */
export function inOrder(tiles) {
  const sorted = [...tiles].sort((a, b) => centre(a.quad)[1] - centre(b.quad)[1]);
  const rows = [];
  for (const tile of sorted) {
    const [, y] = centre(tile.quad);
    const row = rows.find((r) => Math.abs(r.y - y) < 0.5 * bounds(tile.quad).h);
    if (row) row.tiles.push(tile);
    else rows.push({ y, tiles: [tile] });
  }
  return rows.flatMap((row) => row.tiles.sort((a, b) => centre(a.quad)[0] - centre(b.quad)[0]));
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The tile that an arrow key leads to. */
export function beside(tiles, from, key) {
  const way = WAYS[key];
  const here = centre(from.quad);
  const cost = (tile) => {
    const [dx, dy] = minus(centre(tile.quad), here);
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    return ahead > 0.2 * shortSide(from.quad) && aside < 2 * ahead ? ahead + 2 * aside : Infinity;
  };
  const best = tiles.filter((tile) => tile.id !== from.id).sort((a, b) => cost(a) - cost(b))[0];
  return best && cost(best) < Infinity ? best : null;
}
