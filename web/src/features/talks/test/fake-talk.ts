import type { Session } from '#/shared/api/types';

/** A conversation of the user u1 in which something was said. */
export function fakeTalk(slug: string, over: Partial<Session> = {}): Session {
  const character = {
    id: slug,
    character_id: 20,
    name: `Name of ${slug}`,
    slug,
    category: 'Artists & Writers',
    designation: '',
    image_url: '/a-card.webp',
    coin_url: '/a-coin.webp',
    is_free: true,
    is_locked: false,
    expiry_at: null,
    is_active: true,
  };
  return {
    id: `u1_${slug}`,
    user_id: 'u1',
    character_id: 20,
    title: '',
    unread: false,
    year: null,
    image: '/a-card.webp',
    is_locked: false,
    demo_mode: false,
    expiry_at: null,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-14T12:00:00Z',
    character,
    ...over,
  };
}
