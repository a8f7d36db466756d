/**
 * Textures add a small height to a surface: strands, folds, plates. A texture takes
 * board coordinates, the persona's noise and a centre. It returns a height in units.
 *
 * @typedef {(x: number, y: number, noise: (x: number, y: number) => number, centre: [number, number]) => number} Texture
 */

/** The centre of a texture if the piece sets none. */
export const DEFAULT_CENTRE = /** @type {[number, number]} */ ([180, 190]);

/** Combed hair: fine strands in rings around the centre. */
function comb(x, y, noise, [cx, cy]) {
  const r = Math.hypot(x - cx, y - cy);
  const angle = Math.atan2(y - cy, x - cx);
  return 2.1 * Math.sin(r / 2.6 + 6 * noise(angle * 3 + 9, r / 60)) + 1.5 * noise(r / 5, angle * 2 + 4);
}

/** Smooth hair close to the head: fewer and deeper strands than `comb`. */
function strands(x, y, noise, [cx, cy]) {
  const r = Math.hypot(x - cx, y - cy);
  const angle = Math.atan2(y - cy, x - cx);
  return 3.4 * Math.sin(r / 3.4 + 4 * noise(angle * 3 + 9, r / 60)) + 1.2 * noise(r / 5, angle * 2 + 4);
}

/** Curly hair: a grid of bumps, distorted. */
function curl(x, y, noise) {
  const u = x + 8 * noise(x / 22, y / 22);
  const v = y + 8 * noise(x / 22 + 7, y / 22 + 3);
  return 3.4 * Math.sin(u / 4.6) * Math.sin(v / 4.6) + 2 * noise(x / 6, y / 6);
}

/** Coiled hair: rings around points of a grid, distorted. */
function coil(x, y, noise) {
  const u = x + 20 * noise(x / 40, y / 40);
  const v = y + 20 * noise(x / 40 + 7, y / 40 + 3);
  return 2.6 * Math.sin(Math.hypot((u % 38) - 19, (v % 38) - 19) / 2.4);
}

/** Hair that stands on end: strands that radiate from the middle of the head. */
function radial(x, y, noise) {
  const angle = Math.atan2(y - 180, x - 190);
  const r = Math.hypot(x - 190, y - 180);
  return 3 * Math.sin(angle * 34 + 7 * noise(r / 28, angle * 4));
}

/** Waves set with irons: deep furrows along the head, fine strands across them. */
function marcel(x, y, noise) {
  const furrow = Math.sin((y * 0.85 - x * 0.3 + 9 * Math.sin((x + 0.5 * y) / 16)) / 6.2);
  return 4.6 * furrow + 1.1 * Math.sin((x + 0.4 * y) / 2.6 + 4 * noise(x / 50, y / 50));
}

/** Hair felted into knots, without visible strands. */
function knots(x, y, noise) {
  return 2.2 * Math.sin(y / 3.4 + 5 * noise(x / 14, y / 30)) + 2.4 * noise(x / 5, y / 5);
}

/** Draped cloth: large folds. */
function drape(x, y, noise) {
  return 5 * Math.sin((x * 0.9 + y * 0.35 + 34 * noise(x / 90, y / 120)) / 9) + 2 * noise(x / 20, y / 60);
}

/** The textures by the value of a piece's `texture`. @type {Record<string, Texture>} */
export const TEXTURES = {
  plain: () => 0,
  comb,
  strands,
  curl,
  coil,
  radial,
  marcel,
  knots,
  drape,
  fall: (x, y, noise) => 2.3 * Math.sin(x / 2.8 + 5 * noise(x / 60, y / 70)) + 1.2 * noise(x / 4, y / 40),
  wave: (x, y, noise) => 2.3 * Math.sin(x / 3 + 3 * Math.sin(y / 17) + 4 * noise(x / 60, y / 70)),
  roll: (x) => 1.8 * Math.sin(x / 3.1),
  beard: (x, y, noise) =>
    2.6 * Math.sin(x / 3.2 + y / 16 + 6 * noise(x / 26, y / 30)) + 1.2 * noise(x / 5, y / 14),
  petal: (x, y, _noise, [cx, cy]) => 3 * Math.sin(Math.atan2(y - cy, x - cx) * 21),
  beads: (x) => 2.5 * Math.sin(x / 2.6),
  leaf: (x, y) => 1.6 * Math.sin((x - y) / 2.4),
  wrap: (x, y) => 3.2 * Math.sin((y + 0.5 * x + 18 * Math.sin(x / 70)) / 6.5),
  bands: (x, y) => 4 * Math.sin((y + x * 0.12) / 5.5),
  crest: (x, y) => 3 * Math.sin(Math.atan2(y - 160, x - 170) * 60),
  check: (x, y) => 2 * Math.sign(Math.sin(x / 5)) + 2 * Math.sign(Math.sin(y / 5)),
  ruffle: (x, y) => 4 * Math.sin((y + 8 * Math.sin(x / 9)) / 5),
  pleat: (x, y) => 6 * Math.sin(Math.atan2((y - 372) * 3, x - 176) * 20),
  plates: (x, y) => (((y - 0.25 * x + 400) % 30) / 30) * 7,
  scales: (x, y) => 3.4 * Math.abs(Math.sin(x / 9 + (Math.floor(y / 15) % 2) * 1.57)) + ((y % 15) / 15) * 4,
  stripe: (x, y) => 4 * Math.sin((x + 0.1 * y) / 9),
  fur: (x, y, noise) => 8 * noise(x / 7, y / 7) + 4 * noise(x / 3, y / 3),
  frill: (x, y, _noise, [cx, cy]) => 5 * Math.sin(Math.atan2(y - cy, x - cx) * 34),
};
