import type { Session } from '#/shared/api/types';

/** Lower-cases a text and removes its accents. */
function normalise(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

/**
 * The conversations whose title, character name or last message contains every word of the search (rules
 * chat-sidebar-search, chat-title-shown).
 */
export function findSessions(sessions: readonly Session[], search: string): readonly Session[] {
  const words = normalise(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return sessions;
  return sessions.filter(({ title, character, lastMessage }) => {
    const text = normalise(`${title} ${character.name} ${lastMessage?.content ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}
