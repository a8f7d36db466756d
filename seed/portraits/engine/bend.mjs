/** Bends and moves drawings by moving every point of their paths. The path commands stay the same. */

const PATH_COMMAND = /([A-Za-z])([^A-Za-z]*)/g;
const COORDINATE_PAIR = /(-?[\d.]+)[\s,]+(-?[\d.]+)/g;

/** SVG path commands whose arguments are all points of the board. */
const POINT_COMMANDS = 'MLCSQT';

/**
 * A push: centre x and y, reach rx and ry, and how far it moves its centre in x and y.
 * @typedef {[number, number, number, number, number, number]} Push
 *
 * Moves points and paths.
 * @typedef {{point: <P extends number[]>(point: P) => P, path: (path: string) => string}} Shaper
 */

/**
 * Moves every point of a path.
 * @param {string} path @param {(point: [number, number]) => number[]} move
 * @returns {string} coordinates have one decimal
 */
export function movePoints(path, move) {
  const pair = (_, x, y) => move([Number(x), Number(y)]).map((value) => value.toFixed(1)).join(',');
  return path.replace(PATH_COMMAND, (all, letter, numbers) =>
    POINT_COMMANDS.includes(letter) ? letter + numbers.replace(COORDINATE_PAIR, pair) : all,
  );
}

/**
 * The shaper that applies all pushes. Each push depends on the original position of a
 * point, not on the position after other pushes.
 * @param {Push[]} pushes
 * @returns {Shaper}
 */
export function pushShaper(pushes) {
  if (pushes.length === 0) return { point: (point) => point, path: (path) => path };
  const point = ([x, y, ...rest]) => {
    let [toX, toY] = [x, y];
    for (const [cx, cy, rx, ry, dx, dy] of pushes) {
      const share = Math.exp(-(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2) / 2);
      toX += dx * share;
      toY += dy * share;
    }
    return [toX, toY, ...rest];
  };
  return /** @type {Shaper} */ ({ point, path: (path) => movePoints(path, point) });
}
