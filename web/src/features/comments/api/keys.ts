/** Query keys. The lists contain the user's likes, so `useFreshDataPerUser` resets them. */
export const commentKeys = {
  comments: (ref: string) => ['comments', ref] as const,
  activity: (ref: string) => ['activity', ref] as const,
};
