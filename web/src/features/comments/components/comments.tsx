import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { CommentPage } from '#/shared/api/types';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { commentsQuery } from '../api/comments-query';
import { texts } from '../texts';
import { CommentThread } from './comment-thread';
import { PostBox } from './post-box';
import '../styles/comments.css';

type CommentsQueryResult = UseInfiniteQueryResult<InfiniteData<CommentPage>>;

/** Fetches the next page when the end of the list comes near the viewport (rule comments-page-size). */
function ListEnd({ commentsResult: reading }: { commentsResult: CommentsQueryResult }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = reading;
  const fetchMore = () => void fetchNextPage();
  const end = useNearEnd<HTMLDivElement>(
    hasNextPage && !isFetching && !isFetchNextPageError,
    fetchMore,
  );
  if (isFetchNextPageError)
    return <FailedRead size="row" title={texts.noMoreRead} onRetry={fetchMore} />;
  if (!hasNextPage) return <p className="comments__end">{texts.noMore}</p>;
  return (
    <div ref={end}>
      <SkeletonRows rows={2} label="Loading more comments" />
    </div>
  );
}

function CommentList({ character }: { character: string }) {
  const commentsResult = useInfiniteQuery(commentsQuery(character));
  const { data, isError, refetch } = commentsResult;
  if (!data) {
    if (isError)
      return <FailedRead size="row" title={texts.unread} onRetry={() => void refetch()} />;
    return <SkeletonRows rows={3} label="Loading comments" />;
  }
  const threads = data.pages.flatMap(({ comments }) => comments);
  if (threads.length === 0)
    return <EmptyState isFrameless title={texts.none} help={texts.noneHelp} />;
  return (
    <>
      <ul className="comments__list">
        {threads.map((comment) => (
          <CommentThread key={comment.id} character={character} comment={comment} />
        ))}
      </ul>
      <ListEnd commentsResult={commentsResult} />
    </>
  );
}

/** The box for a comment and the list of comments, newest first. `character` is a slug or id. */
export function Comments({ character }: { character: string }) {
  return (
    <div className="comments" tabIndex={-1}>
      <PostBox character={character} />
      <CommentList character={character} />
    </div>
  );
}
