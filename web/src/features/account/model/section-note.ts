import { countWithNoun } from '#/shared/format/format-count';
import type { ProfileFigures } from '../hooks/use-profile-figures';

/**
 * The counts in the profile panel, in the words of the sections (rules favorites-card,
 * collections-panel, notifications-panel).
 */
const countNotesBySection: Readonly<
  Record<string, { figure: keyof ProfileFigures; text: (count: number) => string }>
> = {
  favorites: { figure: 'liked', text: (count) => `${countWithNoun(count, 'character')} liked` },
  collections: {
    figure: 'collected',
    text: (count) => `${countWithNoun(count, 'character')} collected`,
  },
  chats: { figure: 'chats', text: (count) => countWithNoun(count, 'conversation') },
  notifications: {
    figure: 'unread',
    text: (count) => (count === 0 ? 'All caught up!' : countWithNoun(count, 'unread notification')),
  },
};

/**
 * The text beside a section in the profile panel: its count, or `note` if the section has no count or the
 * count is not fetched yet.
 */
export function sectionNote(key: string, note: string, figures: ProfileFigures): string {
  const row = countNotesBySection[key];
  if (row === undefined) return note;
  const count = figures[row.figure];
  return count === undefined ? note : row.text(count);
}
