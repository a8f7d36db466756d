import type { Character, Comment, Profile, User } from '#/shared/api/types';

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
    email_verified: true,
    pending_email: null,
    two_factor: false,
    has_password: true,
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
    profile_video: '',
    carousel_media: '[]',
    assert: { type: 'image', file: '/portraits/ada-lovelace-card.webp' },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...over,
  };
}

export const greeting = 'Good evening. Forgive the ink on my sleeve.';

export function fakeProfile(over: Partial<Profile> = {}): Profile {
  return {
    ...fakeCharacter(),
    bio: 'I was Byron’s daughter.',
    greeting,
    questions: [],
    sensitive: false,
    sensitive_note: '',
    facts: { known_for: 'Note G' },
    stats: { chats: 1200, likes: 3, followers: 2, comments: 0 },
    is_liked: false,
    is_following: false,
    profileLink: '/character/profile/ada-lovelace',
    user_actions: { is_liked: false, is_following: false },
    ...over,
  };
}

/** A comment of another user, without replies. */
export function fakeComment(id: string, over: Partial<Comment> = {}): Comment {
  return {
    id,
    comment: `text of ${id}`,
    user: { name: 'teodor', avatar: null },
    created_at: '2026-11-20T20:41:00Z',
    like_count: 0,
    is_liked_by_user: false,
    is_own: false,
    is_deleted: false,
    reply_count: 0,
    parent_comment_id: null,
    replies: [],
    replies_cursor: '',
    ...over,
  };
}
