import type { Mark } from '#/features/marks';
import type { Comment } from '#/shared/api/types';

export function commentLikeOf({ is_liked_by_user, like_count }: Comment): Mark {
  return { on: is_liked_by_user, count: like_count };
}

export function withCommentLike(comment: Comment, { on, count }: Mark): Comment {
  return { ...comment, is_liked_by_user: on, like_count: count };
}
