import { sharedKeys } from '#/shared/api/keys';
import type { FavoriteWish } from '../model/favorite-filters';

/** Query keys of the account area. Private data has the user's id as its last part. */
export const accountKeys = {
  /** Prefix of every list of favourites. */
  allFavorites: ['favorites'] as const,
  favorites: (wish: FavoriteWish, userId: string) => ['favorites', wish, userId] as const,
  logins: (userId: string) => ['logins', userId] as const,
  preferences: (userId: string) => ['preferences', userId] as const,
  /** Notices of one kind of list, which begins with `sharedKeys.notices`. */
  notices: (show: string, userId: string) => [...sharedKeys.notices, show, userId] as const,
  privacy: (userId: string) => ['privacy', userId] as const,
  payments: (userId: string) => ['payments', userId] as const,
  /** A number on the panel of the profile. */
  profileFigure: (name: string, userId: string) => ['profile-figure', name, userId] as const,
  recentChats: (userId: string) => ['recent-chats', userId] as const,
  help: ['help'] as const,
  recoveryCodes: (userId: string) => ['recovery-codes', userId] as const,
};
