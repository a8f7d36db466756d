/** Query keys of collections. Private data has the user's id as its last part. */
export const collectionKeys = {
  /** Prefix of My Collection. */
  allFollowed: ['followed'] as const,
  followed: (search: string, userId: string) => ['followed', search, userId] as const,
  /** Prefix of everything about the user's own collections. */
  own: ['collections'] as const,
  lists: (userId: string) => ['collections', 'lists', userId] as const,
  /** The own collections with whether each has a character. */
  listsWith: (characterId: string, userId: string) =>
    ['collections', 'with', characterId, userId] as const,
  list: (id: string, userId: string) => ['collections', 'list', id, userId] as const,
  shared: (token: string) => ['shared-collection', token] as const,
};
