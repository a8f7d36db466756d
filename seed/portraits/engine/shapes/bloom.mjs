/**
 * A flower's head, for crowns of flowers and for a flower in the hand.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { circle } from '../spline.mjs';

/** Petals of a bloom. */
const PETALS = 7;

function petals(cx, cy, r) {
  const turns = Array.from({ length: PETALS }, (_, i) => (2 * Math.PI * (i + cx / 50)) / PETALS);
  return turns.map((turn) => circle(cx + Math.cos(turn) * r * 0.62, cy + Math.sin(turn) * r * 0.62, r * 0.4)).join('');
}

/**
 * Petals and a dark eye.
 * @param {[number, number, number]} place centre and radius
 * @returns {Piece[]}
 */
export function bloom([cx, cy, r]) {
  return [
    {
      path: petals(cx, cy, r) + circle(cx, cy, r * 0.5),
      texture: 'petal',
      ink: 0.04,
      centre: [cx, cy],
    },
    { path: circle(cx, cy, r * 0.26), texture: 'curl', ink: 0.45 },
  ];
}
