/** Outlines of thin and repeated things: strips, dots, rings. */
import { circle, closedSpline } from '../spline.mjs';

/** The unit normal of a line at one of its points, from its neighbours. */
function normalAt(points, i) {
  const before = points[Math.max(0, i - 1)];
  const after = points[Math.min(points.length - 1, i + 1)];
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
  const length = Math.hypot(dx, dy);
  return [-dy / length, dx / length];
}

/**
 * A smooth strip along points: a cord, a band, a blade. The engine fills
 * shapes, so a line with a width must become an outline.
 * @param {[number, number][]} points at least two
 * @param {number} width in units
 * @param {number} [end] width at the last point, for things that taper
 * @returns {string} SVG path data
 */
export function strip(points, width, end = width) {
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
export function dots(centres, r) {
  return centres.map(([x, y]) => circle(x, y, r)).join('');
}

/**
 * Points evenly along a straight line, ends included.
 * @param {[number, number]} from @param {[number, number]} to @param {number} count
 * @returns {[number, number][]}
 */
export function along([x, y], [u, v], count) {
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    return [x + (u - x) * share, y + (v - y) * share];
  });
}

/** An ellipse; `sweep` is its direction, which decides whether it fills or cuts out. */
function ellipse(cx, cy, rx, ry, sweep) {
  return `M${cx - rx},${cy}a${rx},${ry} 0 1 ${sweep} ${2 * rx},0a${rx},${ry} 0 1 ${sweep} ${-2 * rx},0Z`;
}

/**
 * An oval.
 * @param {number} cx @param {number} cy @param {number} rx @param {number} ry
 * @returns {string} SVG path data
 */
export function oval(cx, cy, rx, ry) {
  return ellipse(cx, cy, rx, ry, 0);
}

/**
 * An oval ring. Its inner outline runs the other way, so it is not filled.
 * @param {number} cx @param {number} cy @param {number} rx @param {number} ry
 * @param {number} width of the ring, in units
 * @returns {string} SVG path data
 */
export function ring(cx, cy, rx, ry, width) {
  return ellipse(cx, cy, rx, ry, 0) + ellipse(cx, cy, rx - width, ry - width, 1);
}
