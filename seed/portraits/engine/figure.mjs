/** Builds the height map of a figure from a row of traits. */
import { modelEar, modelFace, modelGlasses } from './face.mjs';
import { sculptEmblem } from './emblem.mjs';
import { shaperFor } from './heads.mjs';
import { headPath, SHOULDERS_PATH } from './profile.mjs';
import { fillMask } from './raster.mjs';
import { Relief } from './relief.mjs';
import { BEARDS } from './shapes/beard.mjs';
import { buildShaper } from './shapes/build.mjs';
import { BARE_SHOULDERS, COATS, COAT_TRANSFORM } from './shapes/coat.mjs';
import { HAIR } from './shapes/hair.mjs';
import { HATS } from './shapes/hat.mjs';
import { PROPS } from './shapes/prop.mjs';
import { readTraits, TONE_INK } from './traits.mjs';

/** The area of the face that is cut out of each piece with `clearsFace`, so that the piece does not cover the face. */
const FACE_WINDOW_PATH =
  'M300,500 L300,110 C262,108 236,130 226,160 C220,190 214,214 196,224 L190,500Z';

async function cutOutFace(mask, shaper) {
  const face = await fillMask(shaper.path(FACE_WINDOW_PATH));
  return mask.map((cover, i) => cover * (1 - face[i]));
}

/** @type {import('./bend.mjs').Shaper} */
const PLAIN_SHAPER = shaperFor('plain');

async function pieceMask(piece, head, { transform, shaper }) {
  const filled = await fillMask(shaper.path(piece.path), transform);
  if (piece.onSkin) return filled.map((cover, i) => cover * head[i]);
  return piece.clearsFace ? cutOutFace(filled, shaper) : filled;
}

/**
 * Adds pieces to the relief in order. A piece that has a `lift` is raised by this `lift`. A piece
 * without `lift` is raised by the result of `layer` for the index of the piece. `shaper` bends the
 * pieces with the shape of the head or the body. Without `shaper` the pieces keep their form.
 */
async function layPieces(relief, head, pieces, { layer, ink = 0, transform = '', shaper = PLAIN_SHAPER }) {
  for (const [i, piece] of pieces.entries()) {
    relief.layShape(await pieceMask(piece, head, { transform, shaper }), {
      ...(piece.lift ?? layer(i)),
      texture: piece.texture,
      ink: piece.ink ?? ink,
      centre: piece.centre,
    });
  }
}

/** The mask of head and neck, with the shoulders if the coat leaves them bare. */
async function bustMask(traits) {
  const head = await fillMask(headPath(traits));
  if (!BARE_SHOULDERS.includes(traits.coat)) return head;
  const shoulders = await fillMask(buildShaper(traits.build).path(SHOULDERS_PATH));
  return head.map((cover, i) => Math.max(cover, shoulders[i]));
}

/** Lays head and face. Returns the mask of the bust. */
async function sculptHead(relief, traits) {
  const head = await bustMask(traits);
  relief.layShape(head, { base: 6, radius: 62, swell: 46, ink: traits.skin });
  await modelFace(relief, head, traits);
  return head;
}

/** How piece i of a trait's drawing is raised. */
const LAYER_BY_TRAIT = {
  coat: (i) => ({ base: 14 + 4 * i, radius: 26, swell: 20 }),
  hair: () => ({ base: 40, radius: 16, swell: 13 }),
  beard: () => ({ base: 26, radius: 14, swell: 11, rides: true }),
  hat: () => ({ base: 58, radius: 15, swell: 14 }),
  prop: () => ({ base: 62, radius: 10, swell: 9 }),
};

/** Lays clothes, hair, ear, beard, hat, glasses and prop over the bust. */
async function layWornPieces(relief, head, traits) {
  const ink = TONE_INK[traits.tone];
  const shaper = shaperFor(traits.head);
  const lay = (pieces, options) => layPieces(relief, head, pieces, options);
  await lay(COATS[traits.coat], {
    layer: LAYER_BY_TRAIT.coat,
    transform: COAT_TRANSFORM,
    shaper: buildShaper(traits.build),
  });
  await lay(HAIR[traits.hair], { layer: LAYER_BY_TRAIT.hair, ink, shaper });
  await modelEar(relief, head, traits);
  await lay(BEARDS[traits.beard], { layer: LAYER_BY_TRAIT.beard, ink, shaper });
  await lay(HATS[traits.hat], { layer: LAYER_BY_TRAIT.hat, shaper });
  if (traits.glasses) await modelGlasses(relief, head, traits);
  await lay(PROPS[traits.prop], { layer: LAYER_BY_TRAIT.prop, ink: traits.skin, shaper });
}

/**
 * The height map of one persona.
 * @param {string} id the persona's slug; seeds the grain
 * @param {Record<string, unknown>} row the persona's "portrait"
 * @returns {Promise<{relief: Relief, traits: import('./traits.mjs').Traits}>}
 * @throws {RangeError} when the row is not valid
 */
export async function sculptFigure(id, row) {
  const traits = readTraits(row);
  const relief = new Relief(id);
  if (traits.emblem) {
    await sculptEmblem(relief, traits.emblem);
  } else {
    const head = await sculptHead(relief, traits);
    await layWornPieces(relief, head, traits);
  }
  return { relief, traits };
}
