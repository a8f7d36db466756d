export type Popularity = 'High' | 'Medium' | 'Growing';

/** Rule profile-popularity. */
export function popularityOf(followers: number): Popularity {
  if (followers > 100) return 'High';
  return followers > 50 ? 'Medium' : 'Growing';
}
