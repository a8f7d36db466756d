import { expect, it } from 'vitest';
import { isSendable, messageText } from './message-text';

it('trims a message and removes NUL', () => {
  expect(messageText(' a\0 b\n')).toBe('a b');
  expect(isSendable('\0 \0')).toBe(false);
  expect(isSendable('\0a')).toBe(true);
});
