import type { Favorite, FavoritePage } from '#/shared/api/types';

/**
 * The favourites of all pages without duplicates. A like on another screen moves rows to later pages, so that
 * a row can be fetched twice (rule favorites-scroll).
 */
export function favoritesOf(pages: readonly FavoritePage[]): Favorite[] {
  const favoritesById = new Map<string, Favorite>();
  for (const { data } of pages) {
    for (const one of data) if (!favoritesById.has(one.id)) favoritesById.set(one.id, one);
  }
  return [...favoritesById.values()];
}

/**
 * The number of the next page; undefined at the end. It is computed from the favourites that the app has. The
 * number of fetched pages would be wrong: a removal moves later rows up, so a page may have to be fetched again
 * (rule favorites-scroll). If the last page added no favourite, the number increases nevertheless, so that
 * fetching ends.
 */
export function nextFavoritePage(
  pages: readonly FavoritePage[],
  lastPageNumber: number,
): number | undefined {
  const last = pages.at(-1);
  if (!last) return undefined;
  const { total, perPage } = last.pagination;
  const loadedCount = favoritesOf(pages).length;
  if (loadedCount >= total || perPage < 1) return undefined;
  const hasLastPageAddedNothing = favoritesOf(pages.slice(0, -1)).length === loadedCount;
  const wantedPage = Math.floor(loadedCount / perPage) + 1;
  const nextPage = hasLastPageAddedNothing ? Math.max(wantedPage, lastPageNumber + 1) : wantedPage;
  return (nextPage - 1) * perPage < total ? nextPage : undefined;
}

/** The pages without the favourite `id`. If one of them has this favourite, all totals decrease by one. */
export function withoutFavorite(pages: readonly FavoritePage[], id: string): FavoritePage[] {
  const isListed = pages.some(({ data }) => data.some((one) => one.id === id));
  return pages.map((page) => ({
    data: page.data.filter((one) => one.id !== id),
    pagination: {
      ...page.pagination,
      total: Math.max(0, page.pagination.total - (isListed ? 1 : 0)),
    },
  }));
}
