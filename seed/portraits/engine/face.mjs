/** Models the face on a head: sockets, cheek, eye, mouth, ear, glasses and the lines of age. */
import { HEADS, shaperFor } from './heads.mjs';
import { sagging } from './profile.mjs';
import { fillMask, strokeMask } from './raster.mjs';
import { coversEar } from './shapes/ear-cover.mjs';

/** Soft bumps and hollows of every face: x, y, radii rx and ry, and rise, all in units. */
const COMMON_BUMPS = [
  [262, 190, 13, 9, -11], // eye socket
  [240, 222, 20, 14, 7], // cheekbone
  [268, 168, 14, 6, 5], // brow ridge
  [262, 186, 7, 4, 6], // eyeball
  [285, 236, 6, 6, 5], // nostril wing
  [256, 250, 10, 16, -4], // fold beside the mouth
  [236, 280, 20, 16, 4], // cheek
  [190, 300, 40, 12, -5], // under the jaw
  [274, 296, 8, 8, 4], // chin
  [205, 345, 10, 40, -5], // throat
];

/**
 * A line of the face: path, width and rise in units, and ink added to the shade.
 * @typedef {[string, number, number, number]} Line
 */

/** Lines of an open eye between its lids. @type {Line[]} */
const OPEN_EYE_LINES = [
  ['M254,190 C260,186 268,186 274,188 C270,193 260,194 254,190', 3, 1, -0.3],
  ['M251,191 C258,197 268,197 273,192', 1.5, -2, 0.35],
  ['M268.5,186 L269.5,192', 4.6, 1, 0.9],
  ['M246,181 C255,172 270,173 279,182', 1.3, -2, 0.25],
];

/** @returns {Line[]} */
function eyeLines({ eyes, soft }) {
  /** @type {Line} */
  const lashes = ['M247,189 C255,180 268,179 277,186', 3 + 0.6 * soft, -2, 0.75];
  /** @type {Line} */
  const lashTip = ['M272,183 C276,183 279,184 282,182', 1.6 * soft, 0, 0.6 * soft];
  const open = eyes === 'closed' ? [] : OPEN_EYE_LINES;
  return soft > 0 ? [lashes, lashTip, ...open] : [lashes, ...open];
}

/** The eyebrow: higher and thinner on a soft face. @returns {Line[]} */
function browLines({ brow, browW, tone, soft }) {
  const y = 174 - (brow > 3 ? -2 : 0) - 3 * soft;
  const ink = tone === 'white' ? 0.1 : 0.55;
  return [[`M242,${y} C254,${y - 10} 270,${y - 11} 282,${y - 6}`, browW - soft, 2, ink]];
}

/** Nostril, mouth and the line under the lip. @returns {Line[]} */
function mouthLines({ soft }) {
  return [
    ['M284,246 C278,240 280,232 286,230', 1.6, -3, 0.25],
    ['M289,266 C280,266 272,267 266,271', 2, -4, 0.45],
    ['M284,278 C276,281 272,280 270,277', 1.4, -2, 0.12],
    ['M288,258 C282,259 276,262 272,265', 4 * soft, 0, 0.18 * soft],
    ['M287,272 C281,274 276,274 272,270', 5 * soft, 1, 0.16 * soft],
  ];
}

/** How strongly old age marks the face, from 0 to 1. A soft face is marked less. */
function furrowDepth(traits) {
  return sagging(traits) * (1 - 0.35 * traits.soft);
}

/** The lines of a face that sags: furrows, a bag under the eye, cords of the neck. @returns {Line[]} */
function oldAgeLines(traits) {
  const sunk = furrowDepth(traits);
  if (sunk === 0) return [];
  return [
    ['M278,238 C263,244 253,256 251,274', 2.4, -3 * sunk, 0.16 * sunk],
    ['M250,197 C256,204 267,204 273,198', 1.6, -2.5 * sunk, 0.22 * sunk],
    ['M243,190 C237,188 233,185 230,181 M243,195 C237,198 233,202 230,207', 1.4, -2 * sunk, 0.2 * sunk],
    ['M254,142 C263,142 270,146 275,150 M258,128 C265,129 270,133 273,137', 1.5, -2.5 * sunk, 0.14 * sunk],
    ['M264,276 C261,282 260,288 261,295', 1.6, -1.2 * sunk, 0.06 * sunk],
    ['M216,322 C208,340 204,360 206,384', 3, 3 * sunk, -0.03 * sunk],
    ['M196,322 C190,342 190,360 194,382', 2, -2.5 * sunk, 0.12 * sunk],
  ];
}

/** @returns {Line[]} */
function ageLines(traits) {
  const { age } = traits;
  if (age === 0) return [];
  return [
    ['M262,238 C254,252 252,262 254,272', 1.4, -2.5 * age, 0.2 * age],
    ['M244,196 C236,196 232,192 228,196', 1.1, -2 * age, 0.15 * age],
    ['M256,130 C264,132 270,136 274,140 M252,142 C262,143 270,147 276,151', 1.1, -2 * age, 0.15 * age],
    ...oldAgeLines(traits),
  ];
}

async function addLines(relief, within, lines, shaper) {
  const drawn = lines.filter(([, width]) => width > 0);
  const masks = await Promise.all(drawn.map(([path, width]) => strokeMask(shaper.path(path), width)));
  drawn.forEach(([, , rise, ink], i) => relief.addLine(masks[i], within, rise, ink));
}

/** All bumps of a face: the common bumps and the bumps of head shape, softness, gauntness and age. */
function faceBumps(traits) {
  const { soft, gaunt } = traits;
  const { bumps, old } = HEADS[traits.head];
  const sunk = furrowDepth(traits);
  return [
    ...COMMON_BUMPS,
    [268, 168, 14, 6, -5 * soft],
    [240, 250, 12, 20, -gaunt],
    ...bumps,
    ...old.map(([x, y, rx, ry, rise]) => [x, y, rx, ry, rise * sunk]),
  ].filter(([, , , , rise]) => rise !== 0);
}

/**
 * Models the face on a relief that already has the head.
 * @param {import('./relief.mjs').Relief} relief
 * @param {Float32Array} head mask of the head
 * @param {import('./traits.mjs').Traits} traits
 */
export async function modelFace(relief, head, traits) {
  const shaper = shaperFor(traits.head);
  for (const bump of faceBumps(traits)) {
    const [x, y, rx, ry, rise] = shaper.point(bump);
    relief.addBump(head, { x, y, rx, ry, rise });
  }
  const lines = [...eyeLines(traits), ...browLines(traits), ...mouthLines(traits), ...ageLines(traits)];
  await addLines(relief, head, lines, shaper);
}

const EAR_PATH =
  'M166,196 C180,190 194,200 192,218 C190,236 182,248 174,250 C166,250 164,238 164,226 C160,214 158,202 166,196Z';
const EAR_FOLD_PATH = 'M172,206 C182,202 186,212 182,224 C180,232 176,236 174,242';
const EARRING_PATH = 'M172,250 a6,8 0 1 0 8,0Z';

/**
 * Models the ear and its earring, unless hair or hat covers them.
 * @param {import('./relief.mjs').Relief} relief
 * @param {Float32Array} head mask of the head
 * @param {import('./traits.mjs').Traits} traits
 */
export async function modelEar(relief, head, traits) {
  if (coversEar(traits)) return;
  const shaper = shaperFor(traits.head);
  relief.layShape(await fillMask(shaper.path(EAR_PATH)), { base: 48, radius: 9, swell: 8, ink: traits.skin });
  await addLines(relief, head, [[EAR_FOLD_PATH, 2, -4, 0.3]], shaper);
  if (traits.earring) relief.layShape(await fillMask(shaper.path(EARRING_PATH)), { base: 54, radius: 5, swell: 7 });
}

const GLASSES_PATH =
  'M262,178 C250,178 248,200 262,202 C276,202 278,178 262,178 M250,186 L188,196 M276,188 L284,184';

/**
 * Sets spectacles on the nose.
 * @param {import('./relief.mjs').Relief} relief
 * @param {Float32Array} head mask of the head
 * @param {import('./traits.mjs').Traits} traits
 */
export async function modelGlasses(relief, head, traits) {
  await addLines(relief, head, [[GLASSES_PATH, 4, 6, 1.1]], shaperFor(traits.head));
}
