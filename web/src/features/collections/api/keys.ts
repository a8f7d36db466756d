/** Query keys of collections. Keys of private data end with the user's id. */
export const collectionKeys = {
  /** Prefix of My Collection. */
  allFollowed: ['followed'] as const,
  followed: (search: string, userId: string) => ['followed', search, userId] as const,
  /** Prefix of everything about the user's own collections. */
  own: ['collections'] as const,
  lists: (userId: string) => ['collections', 'lists', userId] as const,
  /** The user's own collections, which say whether they contain a character. */
  listsWith: (characterId: string, userId: string) =>
    ['collections', 'with', characterId, userId] as const,
  list: (id: string, userId: string) => ['collections', 'list', id, userId] as const,
  shared: (token: string) => ['shared-collection', token] as const,
};
