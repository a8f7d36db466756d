/** Public lists of a character; they hold what the signed-in user did, and are read anew when that changes. */
export const commentKeys = {
  comments: (ref: string) => ['comments', ref] as const,
  activity: (ref: string) => ['activity', ref] as const,
};
