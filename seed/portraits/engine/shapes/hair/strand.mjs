/** Paths of locks and plaits along a line. */
import { closedSpline } from '../../spline.mjs';

/** A point in board units. @typedef {[number, number]} Spot */

/** The spot at a share (0 to 1) of a line, and the line's angle there in radians. */
function spotAlong(line, share) {
  const place = Math.min(share, 0.9999) * (line.length - 1);
  const i = Math.floor(place);
  const [x, y] = spotBetween(line[i], line[i + 1], place - i);
  const angle = Math.atan2(line[i + 1][1] - line[i][1], line[i + 1][0] - line[i][0]);
  return { x, y, angle };
}

/**
 * A spot between two others.
 * @param {Spot} a @param {Spot} b @param {number} share 0 is a, 1 is b
 * @returns {Spot}
 */
export function spotBetween(a, b, share) {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

/** A line with rounded corners (Chaikin's corner cutting). Its ends stay in place. */
function roundCorners(line, times = 3) {
  if (times === 0) return line;
  const cut = line.slice(1).flatMap((spot, i) => [spotBetween(line[i], spot, 0.25), spotBetween(line[i], spot, 0.75)]);
  return roundCorners([line[0], ...cut, line[line.length - 1]], times - 1);
}

/**
 * A line between two lines of equally many spots.
 * @param {Spot[]} a @param {Spot[]} b @param {number} share 0 is a, 1 is b
 * @returns {Spot[]}
 */
export function lineBetween(a, b, share) {
  return a.map((spot, i) => spotBetween(spot, b[i], share));
}

/**
 * A lock of hair along a line. It is equally wide everywhere except at its narrower tip.
 * @param {Spot[]} line @param {number} width
 * @returns {string} SVG path data
 */
export function lockPath(line, width) {
  const bent = roundCorners(line);
  const steps = line.length * 2;
  /** @type {Spot[]} */
  const left = [];
  /** @type {Spot[]} */
  const right = [];
  for (let i = 0; i <= steps; i++) {
    const { x, y, angle } = spotAlong(bent, i / steps);
    const half = (width / 2) * (i === steps ? 0.55 : 1);
    left.push([x + Math.sin(angle) * half, y - Math.cos(angle) * half]);
    right.unshift([x - Math.sin(angle) * half, y + Math.cos(angle) * half]);
  }
  return closedSpline([...left, ...right]);
}

/** One turn of a plait: a leaf shape across the plait's line. `side` is 1 or -1. */
function plaitTurnPath({ x, y, angle }, width, side) {
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
 * A plait along a line. Its turns alternate between left and right, and neighbours overlap.
 * Each side is a path of its own: overlapping turns in one path would merge in the relief.
 * @param {Spot[]} line @param {number} width
 * @returns {[string, string]} SVG path data of both sides
 */
export function plaitPaths(line, width) {
  const bent = roundCorners(line);
  const length = bent.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - bent[i][0], y - bent[i][1]), 0);
  const turns = Math.max(2, Math.round(length / (width * 0.5)));
  const sides = ['', ''];
  for (let i = 0; i <= turns; i++) {
    const slim = i === turns ? 0.7 : 1;
    sides[i % 2] += plaitTurnPath(spotAlong(bent, i / turns), width * slim, i % 2 ? 1 : -1);
  }
  return /** @type {[string, string]} */ (sides);
}
