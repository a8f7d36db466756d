/** Paths of thin and repeated things: strips, dots, rings. */
import { circlePath, closedSpline } from '../spline.mjs';

/** The unit normal of a line at point i: perpendicular to the line between the point's neighbours. */
function normalAt(points, i) {
  const before = points[Math.max(0, i - 1)];
  const after = points[Math.min(points.length - 1, i + 1)];
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
  const length = Math.hypot(dx, dy);
  return [-dy / length, dx / length];
}

/**
 * A smooth strip along points: a cord, a band, a blade. The strip is an outline,
 * because the engine fills paths and does not stroke them.
 * @param {[number, number][]} points at least two
 * @param {number} width in units
 * @param {number} [end] width at the last point, for a strip that tapers
 * @returns {string} SVG path data
 */
export function stripPath(points, width, end = width) {
  const last = points.length - 1;
  const side = (sign) =>
    points.map(([x, y], i) => {
      const [nx, ny] = normalAt(points, i);
      const half = (sign * (width + ((end - width) * i) / last)) / 2;
      const at = [x + nx * half, y + ny * half];
      return /** @type {import('../spline.mjs').Point} */ (i === 0 || i === last ? [...at, 1] : at);
    });
  return closedSpline([...side(1), ...side(-1).reverse()]);
}

/**
 * Dots of one size: buttons, beads, rivets.
 * @param {[number, number][]} centres @param {number} r
 * @returns {string} SVG path data
 */
export function dotsPath(centres, r) {
  return centres.map(([x, y]) => circlePath(x, y, r)).join('');
}

/**
 * Points at equal distances on a straight line, both ends included.
 * @param {[number, number]} from @param {[number, number]} to @param {number} count
 * @returns {[number, number][]}
 */
export function pointsAlong([x, y], [u, v], count) {
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    return [x + (u - x) * share, y + (v - y) * share];
  });
}

/** An ellipse. `sweep` is its direction: 0 and 1 run opposite ways, so that one inside the other is a hole. */
function ellipsePath(cx, cy, rx, ry, sweep) {
  return `M${cx - rx},${cy}a${rx},${ry} 0 1 ${sweep} ${2 * rx},0a${rx},${ry} 0 1 ${sweep} ${-2 * rx},0Z`;
}

/**
 * An oval.
 * @param {number} cx @param {number} cy @param {number} rx @param {number} ry
 * @returns {string} SVG path data
 */
export function ovalPath(cx, cy, rx, ry) {
  return ellipsePath(cx, cy, rx, ry, 0);
}

/**
 * An oval ring. Its inner outline runs the opposite way, so that the middle is not filled.
 * @param {number} cx @param {number} cy @param {number} rx @param {number} ry
 * @param {number} width of the ring, in units
 * @returns {string} SVG path data
 */
export function ringPath(cx, cy, rx, ry, width) {
  return ellipsePath(cx, cy, rx, ry, 0) + ellipsePath(cx, cy, rx - width, ry - width, 1);
}

/**
 * A star.
 * @param {number} cx @param {number} cy @param {number} r radius of the points, in units
 * @param {number} [points]
 * @returns {string} SVG path data
 */
export function starPath(cx, cy, r, points = 4) {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const reach = i % 2 ? r * 0.36 : r;
    const turn = (Math.PI * i) / points;
    return `${(cx + reach * Math.sin(turn)).toFixed(1)},${(cy - reach * Math.cos(turn)).toFixed(1)}`;
  });
  return `M${corners.join(' L')}Z`;
}
