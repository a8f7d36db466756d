import { expect, it } from 'vitest';
import { paths } from './paths';

it('escapes what a slug may not hold', () => {
  expect(paths.chat.getHref('ada-lovelace')).toBe('/chats/ada-lovelace');
  expect(paths.chat.getHref('a/b?c')).toBe('/chats/a%2Fb%3Fc');
});
