import type { CollectedCharacter, Collection, Favorite } from '#/shared/api/types';

const fakeCharacterFacts = (name: string, number: number) => ({
  id: `id-${number}`,
  character_id: number,
  slug: `slug-${number}`,
  name,
  description: `The words of ${name}`,
  category: 'Royalty',
  image_url: `/portraits/${number}-card.webp`,
  coin_url: `/portraits/${number}-coin.webp`,
  is_free: true,
  is_locked: false,
  expiry_at: null,
});

/** A liked character. The number is part of its id and slug. */
export function fakeFavorite(number: number, over: Partial<Favorite> = {}): Favorite {
  return {
    ...fakeCharacterFacts(`Favourite ${number}`, number),
    chat_count: 9800,
    follower_count: 1200,
    like_count: 1,
    liked_at: new Date(new Date().getFullYear(), 2, 14, 12).toISOString(),
    ...over,
  };
}

/** A character of a collection. The number is part of its id and slug. */
export function fakeCollectedCharacter(
  number: number,
  over: Partial<CollectedCharacter> = {},
): CollectedCharacter {
  return {
    ...fakeCharacterFacts(`Character ${number}`, number),
    designation: 'Keeper',
    stats: { chats: 15_300, followers: 4, likes: 1220 },
    ...over,
  };
}

/** A collection of the user with the characters of these numbers. */
export function fakeCollection(numbers: number[], over: Partial<Collection> = {}): Collection {
  return {
    id: 'c1',
    name: 'Sleepless nights',
    description: 'Between two and four.',
    share_url: null,
    count: numbers.length,
    has_character: false,
    characters: numbers.map((number) => fakeCollectedCharacter(number)),
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    ...over,
  };
}
