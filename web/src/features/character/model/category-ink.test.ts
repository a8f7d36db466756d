import { expect, it } from 'vitest';
import { categoryInk } from './category-ink';

it.each([
  ['Scientists & Inventors', 'viridian'],
  ['Additional Writers, Poets & Thinkers', 'carmine'],
  ['Latin American, African, & Asian Icons', 'umber'],
  ['Infamous / Controversial Figures', 'sepia'],
])('%s prints in %s', (category, ink) => {
  expect(categoryInk(category)).toBe(ink);
});

it('prints an unknown category in black', () => {
  expect(categoryInk('Gardeners')).toBe('black');
});
