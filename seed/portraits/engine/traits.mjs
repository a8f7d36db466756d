/** The row of traits: the keys and values that a persona's "portrait" may have. */
import { HEADS } from './heads.mjs';
import { BEARDS } from './shapes/beard.mjs';
import { BUILDS } from './shapes/build.mjs';
import { COATS } from './shapes/coat.mjs';
import { EMBLEMS } from './shapes/emblem.mjs';
import { HAIR } from './shapes/hair.mjs';
import { HATS } from './shapes/hat.mjs';
import { PROPS } from './shapes/prop.mjs';

/** Ink that each hair tone adds to the shade. */
export const TONE_INK = { black: 0.52, dark: 0.4, mid: 0.26, grey: 0.12, white: -0.02 };

/** The words that each trait accepts. */
export const WORDS = {
  head: Object.keys(HEADS),
  hair: Object.keys(HAIR),
  tone: Object.keys(TONE_INK),
  beard: Object.keys(BEARDS),
  hat: Object.keys(HATS),
  coat: Object.keys(COATS),
  build: Object.keys(BUILDS),
  prop: Object.keys(PROPS),
  eyes: ['open', 'closed'],
  emblem: Object.keys(EMBLEMS),
};

/** The range of each numeric trait: lowest, highest, default. */
export const NUMBER_RANGES = {
  slope: [-12, 12, 0],
  brow: [-10, 10, 0],
  bridge: [-10, 10, 0],
  nose: [-10, 10, 0],
  tip: [-10, 10, 0],
  lips: [-10, 10, 0],
  chin: [-10, 10, 0],
  jowl: [-10, 10, 0],
  neck: [-12, 12, 0],
  gaunt: [0, 10, 0],
  browW: [1, 10, 4],
  age: [0, 1, 0],
  skin: [0.02, 0.4, 0.1],
  soft: [0, 1, 0],
  scale: [0.7, 1, 0.9],
};

/** The defaults of the traits whose values are words. Without an emblem a head is drawn. */
const WORD_DEFAULTS = {
  head: 'plain',
  hair: 'short',
  tone: 'dark',
  beard: 'none',
  hat: 'none',
  coat: 'toga',
  build: 'plain',
  prop: 'none',
  eyes: 'open',
  emblem: '',
};

/** The traits that are true or false. */
const FLAGS = ['glasses', 'earring'];

/**
 * A row with every trait filled in.
 * @typedef {import('./profile.mjs').Face & {hair: string, tone: string, beard: string, hat: string,
 *   coat: string, build: string, prop: string, eyes: string, gaunt: number, browW: number, age: number, skin: number,
 *   scale: number, glasses: boolean, earring: boolean, emblem: string}} Traits
 */

function readWord(row, key) {
  const word = row[key] ?? WORD_DEFAULTS[key];
  if (word !== WORD_DEFAULTS[key] && !WORDS[key].includes(word)) {
    throw new RangeError(`${key} cannot be ${JSON.stringify(word)}; it is one of ${WORDS[key].join(' ')}`);
  }
  return word;
}

function readNumber(row, key) {
  const [low, high, fallback] = NUMBER_RANGES[key];
  const number = row[key] ?? fallback;
  if (typeof number !== 'number' || !(number >= low && number <= high)) {
    throw new RangeError(`${key} cannot be ${JSON.stringify(number)}; it lies between ${low} and ${high}`);
  }
  return number;
}

/** Reads a flag: a boolean, 0 or 1. */
function readFlag(row, key) {
  const flag = row[key] ?? false;
  if (![true, false, 0, 1].includes(flag)) {
    throw new RangeError(`${key} cannot be ${JSON.stringify(flag)}; it is true or false`);
  }
  return Boolean(flag);
}

function refuseUnknownTraits(row) {
  const known = new Set([...Object.keys(WORDS), ...Object.keys(NUMBER_RANGES), ...FLAGS]);
  const strangers = Object.keys(row).filter((key) => !known.has(key));
  if (strangers.length > 0) throw new RangeError(`unknown traits: ${strangers.join(', ')}`);
}

/**
 * Checks a row and fills in what it leaves out.
 * @param {Record<string, unknown>} row
 * @returns {Traits}
 * @throws {RangeError} on an unknown trait, an unknown word, a number out of range or a flag that is neither true nor false
 */
export function readTraits(row) {
  refuseUnknownTraits(row);
  const read = (keys, reader) => Object.fromEntries(keys.map((key) => [key, reader(row, key)]));
  return /** @type {Traits} */ ({
    ...read(Object.keys(WORDS), readWord),
    ...read(Object.keys(NUMBER_RANGES), readNumber),
    ...read(FLAGS, readFlag),
  });
}
