import { useQuery } from '@tanstack/react-query';
import {
  collectedCountQuery,
  likedCountQuery,
  recentChatsQuery,
  unreadCountQuery,
} from '../api/profile-queries';

/** The numbers of the user's account; undefined until they are fetched (rule account-profile-panel). */
export function useProfileFigures(userId: string) {
  return {
    chats: useQuery(recentChatsQuery(userId)).data?.total,
    liked: useQuery(likedCountQuery(userId)).data,
    collected: useQuery(collectedCountQuery(userId)).data,
    unread: useQuery(unreadCountQuery(userId)).data,
  };
}

export type ProfileFigures = ReturnType<typeof useProfileFigures>;
