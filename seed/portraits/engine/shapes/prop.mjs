/**
 * Things held to the face: drawn over everything.
 * @typedef {import('./hair.mjs').Piece} Piece
 */

/** @type {Record<string, Piece[]>} */
export const PROP = {
  none: [],
  pipe: [
    { path: 'M284,265 L322,280 L320,290 L282,271Z', texture: 'plain', ink: 0.5 },
    {
      path: 'M312,268 C324,264 340,266 346,270 C350,290 342,308 328,308 C314,306 308,288 312,268Z',
      texture: 'plain',
      ink: 0.45,
    },
  ],
};
