import { expect, it } from 'vitest';
import { plainText } from './plain-text';

it.each([
  ['So the *loop* may contain a **loop**?', 'So the loop may contain a loop?'],
  ['# Title\n\nText', 'Title Text'],
  ['> said\n> twice', 'said twice'],
  ['```js\nlet a\n```', 'let a'],
  ['snake_case stays', 'snake_case stays'],
  ['  two\n\nlines ', 'two lines'],
])('joins %j into one line without markup', (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});
