import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { categoryGroundAddress } from './category-ground';

it('names the picture by the id that the server gives the category', () => {
  const categories: { id: string; name: string }[] = JSON.parse(
    readFileSync('../seed/categories.json', 'utf8'),
  );
  expect(categories).toHaveLength(24);
  for (const { id, name } of categories) {
    expect(categoryGroundAddress(name)).toBe(`/portraits/ground-${id}.webp`);
  }
});
