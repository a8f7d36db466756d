export type Popularity = 'High' | 'Medium' | 'Growing';

/** By followers (spec 2 §2): more than 100, more than 50, any other number. */
export function popularityOf(followers: number): Popularity {
  if (followers > 100) return 'High';
  return followers > 50 ? 'Medium' : 'Growing';
}
