/**
 * Writes the lists of words that a persona's row may use into the README.
 *
 *   node words.mjs    write the lists into README.md
 */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { WORDS } from './engine/traits.mjs';

/** Address of the file with the lists. */
export const README_URL = new URL('./README.md', import.meta.url);

const START_MARK = '<!-- words -->\n';
const END_MARK = '<!-- /words -->\n';

/** Maximum number of characters in a line of a list. */
const MAX_LINE_LENGTH = 84;

/** The list entry of one trait: its name and its words, wrapped. */
function wrapTraitWords([trait, words]) {
  const lines = [`- \`${trait}\`:`];
  for (const word of words) {
    if (lines[lines.length - 1].length + word.length >= MAX_LINE_LENGTH) lines.push(' ');
    lines[lines.length - 1] += ` ${word}`;
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Replaces the lists between START_MARK and END_MARK of a text.
 * @param {string} text
 * @returns {string}
 * @throws {RangeError} when the text has no marks
 */
export function withWords(text) {
  const [from, to] = [text.indexOf(START_MARK), text.indexOf(END_MARK)];
  if (from < 0 || to < from) throw new RangeError('the text has no place for the words');
  return text.slice(0, from + START_MARK.length) + Object.entries(WORDS).map(wrapTraitWords).join('') + text.slice(to);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(README_URL, withWords(await readFile(README_URL, 'utf8')));
}
