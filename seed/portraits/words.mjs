/**
 * Writes the lists of words that a persona's row may use into the README.
 *
 *   node words.mjs    write the lists into README.md
 */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { WORDS } from './engine/traits.mjs';

/** The file with the lists. */
export const README = new URL('./README.md', import.meta.url);

const START = '<!-- words -->\n';
const END = '<!-- /words -->\n';

/** Longest line of the README's text. */
const LINE = 84;

/** One trait with its words, wrapped. */
function entry([trait, words]) {
  const lines = [`- \`${trait}\`:`];
  for (const word of words) {
    if (lines[lines.length - 1].length + word.length >= LINE) lines.push(' ');
    lines[lines.length - 1] += ` ${word}`;
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Replaces the lists between the two marks of a text.
 * @param {string} text
 * @returns {string}
 * @throws {RangeError} when it has no marks
 */
export function withWords(text) {
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new RangeError('the text has no place for the words');
  return text.slice(0, from + START.length) + Object.entries(WORDS).map(entry).join('') + text.slice(to);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(README, withWords(await readFile(README, 'utf8')));
}
