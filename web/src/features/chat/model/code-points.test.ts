import { expect, it } from 'vitest';
import { isSendable, lineOf } from './code-points';

it('leaves out NUL and the blanks around a line', () => {
  expect(lineOf(' a\0 b\n')).toBe('a b');
  expect(isSendable('\0 \0')).toBe(false);
  expect(isSendable('\0a')).toBe(true);
});
