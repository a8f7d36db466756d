import type { Comment, CommentPage } from '#/shared/api/types';
import { changeComment } from './thread';

/** Replies that are older than the shown ones, and the cursor of still older replies. */
interface EarlierRepliesPage {
  data: Comment[];
  nextCursor: string;
}

/**
 * Adds the fetched replies before `cursor` to the comment `parent`. If the comment was refetched and has
 * another cursor, nothing changes: replies between the fetched and the listed ones may be missing. Rule
 * comments-earlier-replies.
 */
export function addEarlierReplies(
  pages: CommentPage[],
  parent: string,
  cursor: string,
  { data, nextCursor }: EarlierRepliesPage,
): CommentPage[] {
  return changeComment(pages, parent, (thread) => {
    if (thread.replies_cursor !== cursor) return thread;
    const knownIds = new Set(thread.replies.map(({ id }) => id));
    const addedReplies = data.filter(({ id }) => !knownIds.has(id));
    return { ...thread, replies: [...addedReplies, ...thread.replies], replies_cursor: nextCursor };
  });
}

/**
 * Returns the refetched comment `thread` with earlier replies from `former`, the cached comment. The earlier
 * replies stand before the replies of `thread`. If replies may be missing between the two lists, `thread` is
 * returned unchanged.
 */
function withKeptReplies(thread: Comment, former: Comment | undefined): Comment {
  const [oldest] = thread.replies;
  if (thread.replies_cursor === '' || !former || !oldest) return thread;
  const at = former.replies.findIndex(({ id }) => id === oldest.id);
  if (at <= 0) return thread;
  const replies = [...former.replies.slice(0, at), ...thread.replies];
  return { ...thread, replies, replies_cursor: former.replies_cursor };
}

/** A page that was fetched again, with the earlier replies that the user has fetched before. */
export function keepEarlierReplies(page: CommentPage, former: CommentPage[]): CommentPage {
  const knownThreadById = new Map(
    former.flatMap(({ comments }) => comments).map((thread) => [thread.id, thread]),
  );
  return {
    ...page,
    comments: page.comments.map((thread) =>
      withKeptReplies(thread, knownThreadById.get(thread.id)),
    ),
  };
}
