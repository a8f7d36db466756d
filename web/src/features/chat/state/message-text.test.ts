import { expect, it } from 'vitest';
import { isSendable, textToSend } from './message-text';

it('trims a message and removes NUL', () => {
  expect(textToSend(' a\0 b\n')).toBe('a b');
  expect(isSendable('\0 \0')).toBe(false);
  expect(isSendable('\0a')).toBe(true);
});
