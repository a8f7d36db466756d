import { expect, it } from 'vitest';
import { fakeProfile } from '#/shared/test/fakes';
import { expectedMark, followOf, likeOf, withFollow, withLike } from './mark';

it.each([
  [{ on: false, count: 3 }, true, { on: true, count: 4 }],
  [{ on: true, count: 3 }, false, { on: false, count: 2 }],
  [{ on: true, count: 3 }, true, { on: true, count: 3 }],
  [{ on: true, count: 0 }, false, { on: false, count: 0 }],
])('guesses from %o, wanted %s', (mark, on, guess) => {
  expect(expectedMark(mark, on)).toEqual(guess);
});

it('reads and writes the like of a profile', () => {
  const likedProfile = withLike(fakeProfile(), { on: true, count: 8 });
  expect(likeOf(likedProfile)).toEqual({ on: true, count: 8 });
  expect(likedProfile).toMatchObject({
    is_liked: true,
    stats: { likes: 8, followers: 2, chats: 1200 },
  });
  expect(followOf(likedProfile)).toEqual(followOf(fakeProfile()));
});

it('reads and writes the follow of a profile', () => {
  const followedProfile = withFollow(fakeProfile(), { on: true, count: 9 });
  expect(followOf(followedProfile)).toEqual({ on: true, count: 9 });
  expect(followedProfile).toMatchObject({ is_following: true, stats: { followers: 9, likes: 3 } });
  expect(likeOf(followedProfile)).toEqual(likeOf(fakeProfile()));
});
