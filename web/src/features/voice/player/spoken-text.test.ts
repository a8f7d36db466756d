import { expect, it } from 'vitest';
import { cutIntoUtterances, spokenText } from './spoken-text';

// rule voice-spoken-text
it.each([
  ['**Never** the `same` river.', 'Never the same river.'],
  ['# A title\nAnd a line.', 'A title And a line.'],
  ['*walks to the window* The sea is calm.', 'The sea is calm.'],
  ['Sit down. *pours tea* You look tired.', 'Sit down. You look tired.'],
  ['I was *certain* of it.', 'I was certain of it.'],
  ['I was certain of it *then*.', 'I was certain of it then.'],
  ['He wrote *The Republic* late.', 'He wrote The Republic late.'],
  ['Read [my letters](https://letters.example/1) first.', 'Read my letters first.'],
  ['See https://letters.example/1?a=b for more.', 'See for more.'],
  ['Run this:\n```js\nalert(1)\n```\nThen rest.', 'Run this: Then rest.'],
  ['An unclosed block:\n```\nrm -rf', 'An unclosed block:'],
  ['Well done 👏🏽 friend ❤️', 'Well done friend'],
  ['A _quiet_ man, __very__ quiet.', 'A quiet man, very quiet.'],
  ['*sighs*', ''],
  ['👍', ''],
])('reads %j as %j', (markdown, spoken) => {
  expect(spokenText(markdown)).toBe(spoken);
});

it('cuts at the ends of sentences', () => {
  expect(cutIntoUtterances('One. Two! Is it three? “Four.” Five')).toEqual([
    'One.',
    'Two!',
    'Is it three?',
    '“Four.”',
    'Five',
  ]);
});

it('cuts a long sentence between words and loses none', () => {
  const sentence = `${'word '.repeat(120)}end.`;
  const parts = cutIntoUtterances(sentence);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(200);
  expect(parts.join(' ')).toBe(sentence);
  expect(cutIntoUtterances('x'.repeat(450)).join('')).toBe('x'.repeat(450));
});

it('has nothing to say of an empty text', () => {
  expect(cutIntoUtterances('')).toEqual([]);
});
