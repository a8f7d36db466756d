/** The drawings in the folder shapes/ that a persona's row of traits uses. */
import { BEARDS } from './shapes/beard.mjs';
import { BUILDS } from './shapes/build.mjs';
import { BARE_SHOULDERS, COATS, COAT_TRANSFORM } from './shapes/coat.mjs';
import { coversEar } from './shapes/ear-cover.mjs';
import { EMBLEMS } from './shapes/emblem.mjs';
import { HAIR } from './shapes/hair.mjs';
import { HATS } from './shapes/hat.mjs';
import { PROPS } from './shapes/prop.mjs';
import { readTraits } from './traits.mjs';

/**
 * Everything from shapes/ that the picture of a row depends on. It is part of a job's
 * input, so that only the pictures that show a new or changed drawing are rendered again.
 * @param {Record<string, unknown>} row
 * @returns {unknown}
 * @throws {RangeError} when the row is not valid
 */
export function drawingsOf(row) {
  const traits = readTraits(row);
  if (traits.emblem) return EMBLEMS[traits.emblem];
  return {
    coat: { pieces: COATS[traits.coat], transform: COAT_TRANSFORM, bare: BARE_SHOULDERS.includes(traits.coat) },
    build: BUILDS[traits.build],
    worn: [HAIR[traits.hair], BEARDS[traits.beard], HATS[traits.hat], PROPS[traits.prop]],
    earCovered: coversEar(traits),
  };
}
