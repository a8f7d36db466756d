export type Popularity = 'High' | 'Medium' | 'Growing';

/** Names the popularity of a number of followers (rule profile-popularity). */
export function popularityOf(followers: number): Popularity {
  if (followers > 100) return 'High';
  return followers > 50 ? 'Medium' : 'Growing';
}
