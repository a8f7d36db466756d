/** Closed outlines through points, as SVG path data. */
import { valueNoise } from './noise.mjs';

/**
 * A point of an outline; a third element of 1 makes it a corner.
 * @typedef {[number, number] | [number, number, 1]} Point
 */

/** Length of a Bezier handle, as a share of the chord between the neighbouring points (Catmull-Rom). */
const TENSION = 0.5 / 3;

const toOneDecimal = (value) => value.toFixed(1);

/** The Bezier handle after a point (sign 1) or before it (sign -1). At a corner the handle has length 0. */
function bezierHandle(at, towards, from, sign) {
  const reach = at[2] ? 0 : TENSION * sign;
  return `${toOneDecimal(at[0] + (towards[0] - from[0]) * reach)},${toOneDecimal(at[1] + (towards[1] - from[1]) * reach)}`;
}

/**
 * A smooth closed curve through all points (Catmull-Rom); corners stay sharp.
 * @param {Point[]} points at least three
 * @returns {string} SVG path data
 */
export function closedSpline(points) {
  const n = points.length;
  const at = (i) => points[(i + n) % n];
  let path = `M${toOneDecimal(at(0)[0])},${toOneDecimal(at(0)[1])}`;
  for (let i = 0; i < n; i++) {
    const leaving = bezierHandle(at(i), at(i + 1), at(i - 1), 1);
    const arriving = bezierHandle(at(i + 1), at(i + 2), at(i), -1);
    path += `C${leaving} ${arriving} ${toOneDecimal(at(i + 1)[0])},${toOneDecimal(at(i + 1)[1])}`;
  }
  return `${path}Z`;
}

/**
 * An ellipse with a scalloped edge: an afro, a flower.
 * @param {{cx: number, cy: number, rx: number, ry: number, lobes: number, depth: number, seed?: number}} shape
 * @returns {string} SVG path data
 */
export function scallopedEllipse({ cx, cy, rx, ry, lobes, depth, seed = 1 }) {
  const noise = valueNoise(seed);
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; i < lobes; i++) {
    const valley = (2 * Math.PI * i) / lobes;
    const peak = (2 * Math.PI * (i + 0.5)) / lobes;
    const out = depth * (0.5 + noise(i, 3));
    points.push([cx + Math.cos(valley) * (rx - depth * 0.3), cy + Math.sin(valley) * (ry - depth * 0.3)]);
    points.push([cx + Math.cos(peak) * (rx + out), cy + Math.sin(peak) * (ry + out)]);
  }
  return closedSpline(points);
}

/**
 * A circle as path data.
 * @param {number} cx @param {number} cy @param {number} r
 * @returns {string}
 */
export function circlePath(cx, cy, r) {
  return `M${cx - r},${cy}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;
}
