import { sharedKeys } from '#/shared/api/keys';

/** Query keys. The lists contain the user's likes, so `useFreshDataPerUser` resets them. */
export const commentKeys = {
  comments: (ref: string) => ['comments', ref] as const,
  earlierReplies: (parent: string, cursor: string) => ['earlier-replies', parent, cursor] as const,
  activity: (ref: string) => [...sharedKeys.activities, ref] as const,
};
