import type { Comment, CommentPage } from '#/shared/api/types';

type CommentPages = CommentPage[];

/** What the server shows in place of a deleted comment that has replies. */
const deletedContent = { comment: '[deleted]', user: { name: 'Deleted user', avatar: null } };

function mapThreads(pages: CommentPages, change: (thread: Comment) => Comment[]): CommentPages {
  return pages.map((page) => ({ ...page, comments: page.comments.flatMap(change) }));
}

/** Changes one comment or reply; the others keep their identity. */
export function changeComment(
  pages: CommentPages,
  id: string,
  change: (comment: Comment) => Comment,
): CommentPages {
  return mapThreads(pages, (thread) => {
    if (thread.id === id) return [change(thread)];
    if (!thread.replies.some((reply) => reply.id === id)) return [thread];
    const replies = thread.replies.map((reply) => (reply.id === id ? change(reply) : reply));
    return [{ ...thread, replies }];
  });
}

function isListed(pages: CommentPages, id: string): boolean {
  return pages.some(({ comments }) =>
    comments.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id)),
  );
}

/**
 * Adds a comment before the others, or a reply after the other replies to its comment (rule comments-order).
 * A comment that is listed already is not added again.
 */
export function addComment(pages: CommentPages, comment: Comment): CommentPages {
  if (isListed(pages, comment.id)) return pages;
  const { parent_comment_id: parent } = comment;
  if (parent === null) {
    return pages.map((page, at) =>
      at === 0 ? { ...page, comments: [comment, ...page.comments] } : page,
    );
  }
  return changeComment(pages, parent, (thread) => ({
    ...thread,
    reply_count: thread.reply_count + 1,
    replies: [...thread.replies, comment],
  }));
}

function withoutReply(thread: Comment, id: string): Comment[] {
  const replies = thread.replies.filter((reply) => reply.id !== id);
  if (replies.length === thread.replies.length) return [thread];
  const replyCount = thread.reply_count - 1;
  // A deleted comment is removed with its last reply.
  return thread.is_deleted && replyCount === 0
    ? []
    : [{ ...thread, replies, reply_count: replyCount }];
}

/**
 * Removes a comment or reply. A comment with replies stays, without text and author (rule
 * comments-delete-own).
 */
export function removeComment(pages: CommentPages, id: string): CommentPages {
  return mapThreads(pages, (thread) => {
    if (thread.id !== id) return withoutReply(thread, id);
    if (thread.reply_count === 0) return [];
    return [{ ...thread, ...deletedContent, is_deleted: true, is_own: false }];
  });
}
