/** Decides whether hat or hair hides the ear. */

/** Hats under which the ear is not drawn. */
const COVERING_HATS = [
  ...['hijab', 'helmet', 'veil', 'nemes', 'mobcap', 'hood', 'wimple', 'cloche', 'bonnet', 'aviator', 'corinthian'],
  ...['spacehelmet', 'keffiyeh', 'frenchhood', 'souwester', 'veilcrown'],
];

/** Hair under which the ear is not drawn. */
const COVERING_HAIR = [
  ...['long', 'bob', 'afro', 'shoulder', 'wig', 'powdered', 'lowbun', 'ringlets', 'bowl', 'heian', 'fingerwave'],
  ...['twobraids', 'dreadlocks', 'mane', 'leonine', 'periwig', 'setcurls'],
];

/**
 * Whether hat or hair covers the ear.
 * @param {{hat: string, hair: string}} traits
 * @returns {boolean}
 */
export function coversEar({ hat, hair }) {
  return COVERING_HATS.includes(hat) || COVERING_HAIR.includes(hair);
}
