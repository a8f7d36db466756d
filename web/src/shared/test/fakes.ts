import type { Character, User } from '#/shared/api/types';

export function fakeUser(over: Partial<User> = {}): User {
  return {
    id: 'u1',
    email: 'mirela@postbox.example',
    username: 'mirela',
    image: null,
    avatar: null,
    is_paid: false,
    subscription_status: 'free',
    joined_date: '2026-01-02T03:04:05Z',
    user_purchase: [],
    is_admin: false,
    ...over,
  };
}

export function fakeCharacter(over: Partial<Character> = {}): Character {
  return {
    id: 'adalovelac',
    character_id: 20,
    name: 'Ada Lovelace',
    slug: 'ada-lovelace',
    designation: 'Countess of computing',
    description: 'I wrote instructions for a machine that did not yet exist.',
    image_url: '/portraits/ada-lovelace-card.webp',
    image: '/portraits/ada-lovelace-card.webp',
    profile_pic: '/portraits/ada-lovelace-plate.webp',
    coin_url: '/portraits/ada-lovelace-coin.webp',
    category: 'Scientists & Inventors',
    letter: 'A',
    tags: ['mathematics', 'poetry'],
    is_free: true,
    is_locked: false,
    expiry_at: null,
    is_active: true,
    is_deleted: false,
    charge_per_message: '0.00',
    default_media_type: 'image',
    carousel_media: '[]',
    assert: { type: 'image', file: '/portraits/ada-lovelace-card.webp' },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...over,
  };
}
