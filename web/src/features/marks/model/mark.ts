import type { Profile } from '#/shared/api/types';

/** A like or a follow: whether the user did it, and how many did. */
export interface Mark {
  on: boolean;
  count: number;
}

/** The optimistic value of a mark, shown until the server answers (rule marks-server-decides). */
export function expectedMark(mark: Mark, on: boolean): Mark {
  if (mark.on === on) return mark;
  return { on, count: Math.max(0, mark.count + (on ? 1 : -1)) };
}

export function likeOf({ user_actions, stats }: Profile): Mark {
  return { on: user_actions.is_liked, count: stats.likes };
}

export function withLike(profile: Profile, { on, count }: Mark): Profile {
  return {
    ...profile,
    is_liked: on,
    user_actions: { ...profile.user_actions, is_liked: on },
    stats: { ...profile.stats, likes: count },
  };
}

export function followOf({ user_actions, stats }: Profile): Mark {
  return { on: user_actions.is_following, count: stats.followers };
}

export function withFollow(profile: Profile, { on, count }: Mark): Profile {
  return {
    ...profile,
    is_following: on,
    user_actions: { ...profile.user_actions, is_following: on },
    stats: { ...profile.stats, followers: count },
  };
}
