/** Spec 2 §2. */
export const nobody = 'No characters found.';

/** Above the groups of a search. */
export const bestMatch = 'Best match';

/** Below `nobody`, on the page of a tag. */
export const unknownTag = 'Nobody in the album carries this tag. Choose another one above.';

/** What a search has found, for those who hear the page. */
export function peopleFound(total: number): string {
  if (total === 0) return nobody;
  return total === 1 ? '1 character found.' : `${total} characters found.`;
}

/** How many of a group are not shown yet; nothing when all are (the number may be older than the list). */
export function moreNote(by: 'category' | 'name', left: number): string {
  if (left <= 0) return '';
  return by === 'category' ? `${left} more in this category` : `${left} more`;
}
