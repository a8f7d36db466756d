/** Public lists of a character. They contain the user's likes: `useFreshDataPerUser` resets them. */
export const commentKeys = {
  comments: (ref: string) => ['comments', ref] as const,
  activity: (ref: string) => ['activity', ref] as const,
};
