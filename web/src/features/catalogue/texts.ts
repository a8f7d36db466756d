/** Texts that docs/rules.md fixes (rule catalogue-nobody), and other texts of the catalogue. */
export const texts = {
  nobody: 'No characters found.',
  unread: 'The album could not be opened.',
  restUnread: 'The rest could not be fetched. Please try again.',
  bestMatch: 'Best match',
  /** Shown below `nobody` on the page of a tag. */
  unknownTag: 'Nobody in the album carries this tag. Choose another one above.',
  nobodyByName: 'Nobody by that name has sat for us yet.',
  empty: 'The album is empty.',
} as const;

/** Announced by screen readers after a search. */
export function searchResultText(total: number): string {
  if (total === 0) return texts.nobody;
  return total === 1 ? '1 character found.' : `${total} characters found.`;
}

/**
 * Says how many characters of a group are not shown; empty if none are left. `left` may be negative if the
 * total of the group is outdated.
 */
export function remainingCountText(grouping: 'category' | 'name', left: number): string {
  if (left <= 0) return '';
  return grouping === 'category' ? `${left} more in this category` : `${left} more`;
}
