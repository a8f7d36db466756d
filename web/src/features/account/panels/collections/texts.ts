/** Texts that docs/rules.md fixes (topic Collections), and others of this panel. */
export const texts = {
  search: 'Search collections...',
  // rule collections-panel
  mine: 'My Collection',
  mineNote: 'All your collected characters',
  none: 'No collections yet',
  noneHelp: 'Start following characters to build your collection.',
  noMatch: 'No characters match your search.',
  unread: 'Your collection could not be fetched.',
  moreUnread: 'The rest could not be fetched.',
  emptyList: 'This collection is empty',
  emptyListHelp: 'Press “Add to collection” on a character’s page to put somebody here.',
  // rule collections-own
  unknownList: 'This collection does not exist.',
  unknownListHelp: 'It may have been deleted.',
  listUnread: 'This collection could not be fetched.',
} as const;

/** The number of followed characters (rule collections-panel). */
export const collectedCountText = (total: number, formatted: string) =>
  total === 1 ? '1 character collected' : `${formatted} characters collected`;

/** The toast of a removal (rule collections-unfollow). */
export const unfollowedText = (name: string) => `You no longer follow ${name}.`;

/** Announced after a move (rule collections-move). `place` counts from 1. */
export const movedText = (name: string, place: number, count: number) =>
  `${name} is now ${place} of ${count}.`;
