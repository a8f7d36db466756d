/** Locks and plaits along a line. */
import { closedSpline } from '../../spline.mjs';

/** @typedef {[number, number]} Spot */

/** The spot at a share of a line, and the direction there. */
function along(line, share) {
  const place = Math.min(share, 0.9999) * (line.length - 1);
  const i = Math.floor(place);
  const [x, y] = mix(line[i], line[i + 1], place - i);
  const angle = Math.atan2(line[i + 1][1] - line[i][1], line[i + 1][0] - line[i][0]);
  return { x, y, angle };
}

/**
 * A spot between two others.
 * @param {Spot} a @param {Spot} b @param {number} share 0 is a, 1 is b
 * @returns {Spot}
 */
export function mix(a, b, share) {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

/** A line with rounded corners (Chaikin's corner cutting); the ends stay. */
function rounded(line, times = 3) {
  if (times === 0) return line;
  const cut = line.slice(1).flatMap((spot, i) => [mix(line[i], spot, 0.25), mix(line[i], spot, 0.75)]);
  return rounded([line[0], ...cut, line[line.length - 1]], times - 1);
}

/**
 * A line between two others with as many spots.
 * @param {Spot[]} a @param {Spot[]} b @param {number} share
 * @returns {Spot[]}
 */
export function lineBetween(a, b, share) {
  return a.map((spot, i) => mix(spot, b[i], share));
}

/**
 * A lock of hair: of one width, narrowing towards its end.
 * @param {Spot[]} line @param {number} width
 * @returns {string} SVG path data
 */
export function lock(line, width) {
  const bent = rounded(line);
  const steps = line.length * 2;
  /** @type {Spot[]} */
  const left = [];
  /** @type {Spot[]} */
  const right = [];
  for (let i = 0; i <= steps; i++) {
    const { x, y, angle } = along(bent, i / steps);
    const half = (width / 2) * (i === steps ? 0.55 : 1);
    left.push([x + Math.sin(angle) * half, y - Math.cos(angle) * half]);
    right.unshift([x - Math.sin(angle) * half, y + Math.cos(angle) * half]);
  }
  return closedSpline([...left, ...right]);
}

/** One turn of a plait: a leaf lying across the line. */
function turn({ x, y, angle }, width, side) {
  const lean = angle + side * 0.6;
  const [ux, uy] = [Math.cos(lean), Math.sin(lean)];
  const [cx, cy] = [x - Math.sin(angle) * side * width * 0.13, y + Math.cos(angle) * side * width * 0.13];
  const at = (forth, out) => /** @type {Spot} */ ([
    cx + ux * width * forth - uy * width * out,
    cy + uy * width * forth + ux * width * out,
  ]);
  return closedSpline([at(-0.5, 0.02), at(-0.2, 0.3), at(0.2, 0.32), at(0.5, 0.08), at(0.46, -0.14), at(0.1, -0.3), at(-0.3, -0.26)]);
}

/**
 * A plait. Its turns lie alternately to the left and to the right. Each side
 * is a path of its own, so that every turn is raised separately.
 * @param {Spot[]} line @param {number} width
 * @returns {[string, string]} SVG path data
 */
export function plait(line, width) {
  const bent = rounded(line);
  const length = bent.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - bent[i][0], y - bent[i][1]), 0);
  const turns = Math.max(2, Math.round(length / (width * 0.5)));
  const sides = ['', ''];
  for (let i = 0; i <= turns; i++) {
    const slim = i === turns ? 0.7 : 1;
    sides[i % 2] += turn(along(bent, i / turns), width * slim, i % 2 ? 1 : -1);
  }
  return /** @type {[string, string]} */ (sides);
}
