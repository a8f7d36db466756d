/** Texts that docs/rules.md fixes (topic Favorites), and others of this panel. */
export const texts = {
  search: 'Search favorites...',
  // rule favorites-scroll
  end: "You've reached the end of your favorites",
  // rule favorites-none
  none: 'No favorites yet',
  noneHelp: 'Start exploring and like characters to see them here.',
  noMatch: 'No characters match your search and filters.',
  unread: 'Your favorites could not be fetched.',
  noMoreRead: 'More favorites could not be fetched.',
} as const;

/** The number of favourites (rule favorites-card). */
export const likedCountText = (total: number, formatted: string) =>
  total === 1 ? '1 character liked' : `${formatted} characters liked`;

/** The toast of a removal (rule favorites-remove). */
export const removedText = (name: string) => `${name} is no longer among your favorites.`;
