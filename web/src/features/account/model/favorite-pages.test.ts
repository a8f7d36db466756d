import { expect, it } from 'vitest';
import type { FavoritePage } from '#/shared/api/types';
import { fakeFavorite } from '../test/fake-collections';
import { favoritesOf, nextFavoritePage, withoutFavorite } from './favorite-pages';

/** A server with favourites, six to a page. */
function fakeFavoriteServer(total: number) {
  let storedCharacterIds = Array.from({ length: total }, (_, index) => index + 1);
  return {
    page: (pageNumber: number): FavoritePage => ({
      data: storedCharacterIds
        .slice((pageNumber - 1) * 6, pageNumber * 6)
        .map((one) => fakeFavorite(one)),
      pagination: { total: storedCharacterIds.length, perPage: 6, currentPage: pageNumber },
    }),
    remove: (characterId: number) => {
      storedCharacterIds = storedCharacterIds.filter((one) => one !== characterId);
    },
    add: (characterId: number) => {
      storedCharacterIds = [characterId, ...storedCharacterIds];
    },
  };
}

/**
 * Fetches all pages and returns the ids of the favourites. `meanwhile` runs after the first page and returns
 * the pages that the app then has.
 */
function readAllFavoriteIds(
  server: ReturnType<typeof fakeFavoriteServer>,
  meanwhile: (pages: FavoritePage[]) => FavoritePage[],
): number[] {
  let pages = meanwhile([server.page(1)]);
  let lastPageNumber = 1;
  for (let calls = 0; calls < 20; calls += 1) {
    const next = nextFavoritePage(pages, lastPageNumber);
    if (next === undefined) return favoritesOf(pages).map((one) => one.character_id);
    pages = [...pages, server.page(next)];
    lastPageNumber = next;
  }
  throw new Error('the pages never end');
}

// rule favorites-scroll
it('reads every favourite once', () => {
  expect(readAllFavoriteIds(fakeFavoriteServer(20), (pages) => pages)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  expect(readAllFavoriteIds(fakeFavoriteServer(0), (pages) => pages)).toEqual([]);
  expect(readAllFavoriteIds(fakeFavoriteServer(6), (pages) => pages)).toHaveLength(6);
});

// rule favorites-scroll
it('skips nothing after a removal', () => {
  const server = fakeFavoriteServer(14);
  const readIds = readAllFavoriteIds(server, (pages) => {
    server.remove(3);
    return withoutFavorite(pages, 'id-3');
  });
  expect(readIds.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

// rule favorites-scroll
it('doubles nothing after likes on another screen, and ends', () => {
  const server = fakeFavoriteServer(14);
  const readIds = readAllFavoriteIds(server, (pages) => {
    for (const number of [101, 102, 103, 104, 105, 106, 107]) server.add(number);
    return pages;
  });
  expect(new Set(readIds).size).toBe(readIds.length);
  for (let number = 1; number <= 14; number += 1) expect(readIds).toContain(number);
});

it('counts down once for a removed favourite, and not for an unknown one', () => {
  const pages = [fakeFavoriteServer(8).page(1)];
  expect(withoutFavorite(pages, 'id-2')[0]?.pagination.total).toBe(7);
  expect(withoutFavorite(pages, 'nobody')[0]?.pagination.total).toBe(8);
});
