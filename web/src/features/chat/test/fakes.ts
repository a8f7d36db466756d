import type { Message, Session } from '#/shared/api/types';

export const sessionId = 'u1_20';
export { greeting } from '#/shared/test/fakes';

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
    title: '',
    unread: false,
    year: null,
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
      is_locked: false,
      expiry_at: null,
      is_active: true,
      ...character,
    },
  };
}

/** A stored reply. */
export function replyRow(id: string, over: Partial<Message> = {}): Message {
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

/** A stored message of the user. */
export function userMessageRow(id: string, over: Partial<Message> = {}): Message {
  return replyRow(id, { is_user_message: true, ...over });
}
