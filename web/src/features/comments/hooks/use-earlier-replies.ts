import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage } from '#/shared/api/errors';
import type { Comment } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import type { CommentData } from '../api/comments-query';
import { earlierRepliesQuery } from '../api/earlier-replies';
import { commentKeys } from '../api/keys';
import { addEarlierReplies } from '../model/earlier-replies';
import { texts } from '../texts';

/**
 * Fetches earlier replies to a comment and adds them to the cached list. A failure shows a toast (rule
 * comments-earlier-replies).
 */
export function useEarlierReplies(ref: string, { id, replies_cursor: cursor }: Comment) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const fetchPage = async () => {
    const key = commentKeys.comments(ref);
    const answer = await client.fetchQuery(earlierRepliesQuery(id, cursor));
    await writeServerAnswer<CommentData>(client, key, (old) => ({
      ...old,
      pages: addEarlierReplies(old.pages, id, cursor, answer),
    }));
  };
  const fetchEarlier = async () => {
    setBusy(true);
    try {
      await fetchPage();
    } catch (error) {
      toast.error(errorMessage(error, texts.earlierUnread));
      // The comment was deleted.
      if (error instanceof ApiError && error.status === 404) {
        void client.invalidateQueries({ queryKey: commentKeys.comments(ref) });
      }
    }
    setBusy(false);
  };
  return { busy, fetchEarlier };
}
