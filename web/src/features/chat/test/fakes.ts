import type { Message, Profile, Session } from '#/shared/api/types';
import { fakeCharacter } from '#/shared/test/fakes';

export const sessionId = 'u1_20';
export const greeting = 'Good evening. Forgive the ink on my sleeve.';

export function fakeSession(
  over: Partial<Session> = {},
  character: Partial<Session['character']> = {},
): Session {
  return {
    id: sessionId,
    user_id: 'u1',
    character_id: 20,
    image: '/portraits/ada-lovelace-card.webp',
    is_locked: false,
    demo_mode: false,
    expiry_at: null,
    lastMessage: { content: 'So the *loop* may contain a loop?' },
    message_count: 3,
    created_at: '2026-11-20T20:00:00Z',
    updated_at: '2026-11-20T20:41:00Z',
    ...over,
    character: {
      id: 'adalovelac',
      character_id: 20,
      name: 'Ada Lovelace',
      slug: 'ada-lovelace',
      category: 'Scientists & Inventors',
      designation: 'Countess of computing',
      image_url: '/portraits/ada-lovelace-card.webp',
      coin_url: '/portraits/ada-lovelace-coin.webp',
      is_free: true,
      expiry_at: null,
      is_active: true,
      ...character,
    },
  };
}

export function fakeProfile(over: Partial<Profile> = {}): Profile {
  return {
    ...fakeCharacter(),
    bio: 'I was Byron’s daughter.',
    greeting,
    sensitive: false,
    sensitive_note: '',
    facts: { known_for: 'Note G' },
    stats: { chats: 1200, likes: 0, followers: 0, comments: 0 },
    is_liked: false,
    is_following: false,
    profileLink: '/character/profile/ada-lovelace',
    user_actions: { is_liked: false, is_following: false },
    ...over,
  };
}

/** A stored reply; `line` makes a stored line of the user. */
export function row(id: string, over: Partial<Message> = {}): Message {
  return {
    id,
    content: `text of ${id}`,
    is_user_message: false,
    created_at: '2026-11-20T20:41:00Z',
    audio_url: null,
    error: false,
    isStreaming: false,
    status: 'complete',
    ...over,
  };
}

export function line(id: string, over: Partial<Message> = {}): Message {
  return row(id, { is_user_message: true, ...over });
}
