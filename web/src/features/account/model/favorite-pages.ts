import type { Favorite, FavoritePage } from '#/shared/api/types';

/**
 * The favourites of all pages without duplicates. A like on another screen moves rows to later pages, so that
 * a row can be fetched twice (rule favorites-scroll).
 */
export function favoritesOf(pages: readonly FavoritePage[]): Favorite[] {
  const byId = new Map<string, Favorite>();
  for (const { data } of pages) {
    for (const one of data) if (!byId.has(one.id)) byId.set(one.id, one);
  }
  return [...byId.values()];
}

/**
 * The number of the next page; undefined at the end. It is computed from the favourites that the app has. The
 * number of fetched pages would be wrong: a removal moves later rows up, so a page may have to be fetched again
 * (rule favorites-scroll). If the last page added no favourite, the number increases nevertheless, so that
 * fetching ends.
 */
export function nextFavoritePage(
  pages: readonly FavoritePage[],
  lastNumber: number,
): number | undefined {
  const last = pages.at(-1);
  if (!last) return undefined;
  const { total, perPage } = last.pagination;
  const held = favoritesOf(pages).length;
  if (held >= total || perPage < 1) return undefined;
  const addedNothing = favoritesOf(pages.slice(0, -1)).length === held;
  const wanted = Math.floor(held / perPage) + 1;
  const next = addedNothing ? Math.max(wanted, lastNumber + 1) : wanted;
  return (next - 1) * perPage < total ? next : undefined;
}

/** The pages without the favourite `id`. Their totals decrease by one if it was there. */
export function withoutFavorite(pages: readonly FavoritePage[], id: string): FavoritePage[] {
  const known = pages.some(({ data }) => data.some((one) => one.id === id));
  return pages.map((page) => ({
    data: page.data.filter((one) => one.id !== id),
    pagination: {
      ...page.pagination,
      total: Math.max(0, page.pagination.total - (known ? 1 : 0)),
    },
  }));
}
