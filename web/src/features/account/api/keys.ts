import { sharedKeys } from '#/shared/api/keys';
import type { FavoriteListOptions } from '../model/favorite-filters';

/** Query keys of the account area. Keys of private data end with the user's id. */
export const accountKeys = {
  /** Prefix of every list of favourites. */
  allFavorites: ['favorites'] as const,
  favorites: (options: FavoriteListOptions, userId: string) =>
    ['favorites', options, userId] as const,
  logins: (userId: string) => ['logins', userId] as const,
  preferences: (userId: string) => ['preferences', userId] as const,
  /** One of the lists of notices. The key begins with `sharedKeys.notices`. */
  notices: (show: string, userId: string) => [...sharedKeys.notices, show, userId] as const,
  privacy: (userId: string) => ['privacy', userId] as const,
  payments: (userId: string) => ['payments', userId] as const,
  /** A number on the profile panel. */
  profileFigure: (name: string, userId: string) => ['profile-figure', name, userId] as const,
  recentChats: (userId: string) => ['recent-chats', userId] as const,
  help: ['help'] as const,
  recoveryCodes: (userId: string) => ['recovery-codes', userId] as const,
};
