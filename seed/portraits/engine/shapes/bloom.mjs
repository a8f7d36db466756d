/**
 * The head of a flower, for flower crowns and for a flower as a prop.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { circlePath } from '../spline.mjs';

/** Number of petals. */
const PETAL_COUNT = 7;

function petalsPath(cx, cy, r) {
  const turns = Array.from({ length: PETAL_COUNT }, (_, i) => (2 * Math.PI * (i + cx / 50)) / PETAL_COUNT);
  return turns.map((turn) => circlePath(cx + Math.cos(turn) * r * 0.62, cy + Math.sin(turn) * r * 0.62, r * 0.4)).join('');
}

/**
 * The pieces of a flower's head: petals and a dark middle.
 * @param {[number, number, number]} place centre and radius
 * @returns {Piece[]}
 */
export function bloomPieces([cx, cy, r]) {
  return [
    {
      path: petalsPath(cx, cy, r) + circlePath(cx, cy, r * 0.5),
      texture: 'petal',
      ink: 0.04,
      centre: [cx, cy],
    },
    { path: circlePath(cx, cy, r * 0.26), texture: 'curl', ink: 0.45 },
  ];
}
