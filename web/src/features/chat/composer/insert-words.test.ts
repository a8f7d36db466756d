import { expect, it } from 'vitest';
import { insertWords } from './insert-words';

/**
 * Inserts `words` into a field and returns its text with '|' at the caret. One '|' in `markedText` is the
 * caret; two enclose the selected text.
 */
function textAfterInserting(markedText: string, words: string): string {
  const [before = '', ...rest] = markedText.split('|');
  const field = document.createElement('textarea');
  field.value = [before, ...rest].join('');
  const at = rest.length > 1 ? before.length + (rest[0]?.length ?? 0) : before.length;
  field.setSelectionRange(before.length, at);
  insertWords(field, field.selectionEnd, words);
  const { value, selectionStart, selectionEnd } = field;
  expect(selectionStart).toBe(selectionEnd);
  return `${value.slice(0, selectionEnd)}|${value.slice(selectionEnd)}`;
}

// rule voice-dictation-insert
it.each([
  ['|', 'what is a number|'],
  ['Tell me:|', 'Tell me: what is a number|'],
  ['Tell me: |', 'Tell me: what is a number|'],
  ['Tell me:\n|', 'Tell me:\nwhat is a number|'],
  ['Tell me: | Please.', 'Tell me: what is a number| Please.'],
  ['Tell me|Please.', 'Tell me what is a number |Please.'],
  ['|Please.', 'what is a number |Please.'],
  ['Tell |me| now', 'Tell me what is a number| now'],
])('puts words into %j', (before, after) => {
  expect(textAfterInserting(before, 'what is a number')).toBe(after);
});
