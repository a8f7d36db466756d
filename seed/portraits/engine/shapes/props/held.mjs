/**
 * Lowers the props that are held, and draws a hand round each.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { movePoints } from '../../bend.mjs';
import { stripPath } from '../outline.mjs';

/** A hand at a point, with the cuff of its sleeve. The hand has the ink of the skin. @returns {Piece[]} */
function handPieces(x, y) {
  const fingers = [0, 1, 2, 3].map((i) => stripPath([[x - 20, y - 17 + 12 * i], [x, y - 21 + 12 * i], [x + 20 - 2 * i, y - 15 + 12 * i]], 12, 10));
  return [
    { path: stripPath([[x - 12, y + 6], [x - 32, y + 34], [x - 46, y + 84]], 44, 38), texture: 'plain', lift: { base: 68, radius: 18, swell: 14 } },
    { path: stripPath([[x - 34, y + 36], [x - 60, y + 104]], 54, 66), texture: 'plain', ink: 0.4, lift: { base: 70, radius: 14, swell: 14 } },
    { path: stripPath([[x - 52, y + 26], [x - 10, y + 42]], 11), texture: 'plain', ink: -0.05, lift: { base: 84, radius: 5, swell: 6 } },
    ...[0, 1].map((from) => ({
      path: fingers.filter((_, i) => i % 2 === from).join(''),
      texture: 'plain',
      lift: { base: 88, radius: 6, swell: 8 },
    })),
    { path: stripPath([[x - 22, y - 10], [x - 8, y - 28], [x + 12, y - 27]], 13, 11), texture: 'plain', lift: { base: 92, radius: 6, swell: 8 } },
  ];
}

/**
 * Lowers a prop and lays a hand round it.
 * @param {Piece[]} pieces @param {{drop: number, at: [number, number]}} grip how far the
 *   prop is lowered, and the middle of the hand on the lowered prop, in units
 * @returns {Piece[]}
 */
export function heldPieces(pieces, { drop, at: [x, y] }) {
  const lowered = pieces.map((piece) => ({
    ...piece,
    path: movePoints(piece.path, ([px, py]) => [px, py + drop]),
    ...(piece.centre && { centre: /** @type {[number, number]} */ ([piece.centre[0], piece.centre[1] + drop]) }),
  }));
  return [...lowered, ...handPieces(x, y)];
}
