import { expect, it } from 'vitest';
import { fakeComment } from '#/shared/test/fakes';
import { commentLikeOf, withCommentLike } from './comment-like';

it('reads and writes the like of a comment', () => {
  const likedComment = withCommentLike(fakeComment('a'), { on: true, count: 1 });
  expect(commentLikeOf(likedComment)).toEqual({ on: true, count: 1 });
});
