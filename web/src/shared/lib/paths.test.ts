import { expect, it } from 'vitest';
import { paths } from './paths';

it('escapes special characters of a slug', () => {
  expect(paths.chat.getHref('ada-lovelace')).toBe('/chats/ada-lovelace');
  expect(paths.chat.getHref('a/b?c')).toBe('/chats/a%2Fb%3Fc');
});

// rule look-addresses
it('spells the addresses of the pages', () => {
  expect(paths.characters.getHref()).toBe('/characters');
  expect(paths.characters.getHref('Science & Math Legends')).toBe(
    '/characters?categories=Science%20%26%20Math%20Legends',
  );
  expect(paths.tag.getHref('civil-rights')).toBe('/tags/?isActive=0&tagName=civil-rights');
  expect(paths.tag.getHref(' Civil-Rights ')).toBe('/tags/?isActive=0&tagName=civil-rights');
  expect(paths.profile.getHref('rumi')).toBe('/character/profile/rumi');
  expect(paths.account.getHref('profile')).toBe('/user?section=profile');
  expect(paths.article.getHref('a b')).toBe('/blog/a%20b');
});
