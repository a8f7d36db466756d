import { HttpResponse, http } from 'msw';
import type { Comment, Profile, SimilarCharacter } from '#/shared/api/types';
import { fakeProfile } from '#/shared/test/fakes';
import { server } from '#/shared/test/server';

export function fakeSimilarCharacter(
  id: string,
  over: Partial<SimilarCharacter> = {},
): SimilarCharacter {
  return {
    id,
    character_id: 5,
    slug: `slug-${id}`,
    name: `Name ${id}`,
    designation: 'Keeper of the Museum',
    description: 'I keep.',
    category: 'Philosophers & Thinkers',
    image_url: '/portraits/x-card.webp',
    coin_url: '/portraits/x-coin.webp',
    is_free: true,
    is_locked: false,
    expiry_at: null,
    similarity_score: 8,
    chat_count: 9120,
    like_count: 1,
    follower_count: 12_000,
    ...over,
  };
}

interface ProfileServerData {
  profile: Profile;
  similar: SimilarCharacter[];
  comments: Comment[];
}

/** Serves one profile with its comments, activity and similar characters. */
export function fakeProfileServer(over: Partial<ProfileServerData> = {}): void {
  const { profile, similar, comments } = {
    profile: fakeProfile(),
    similar: [],
    comments: [],
    ...over,
  };
  server.use(
    http.get('*/api/profile/:id', () => HttpResponse.json(profile)),
    http.get('*/api/profile/:id/similar', () => HttpResponse.json({ data: similar })),
    http.get('*/api/profile/:id/activity', () => HttpResponse.json({ data: [] })),
    http.get('*/api/profile/:id/comments', () =>
      HttpResponse.json({ comments, hasMore: false, lastItemRef: '' }),
    ),
  );
}
