import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { guessMark, useMark } from '#/features/marks';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Comment, CommentPage, Profile } from '#/shared/api/types';
import { writeOptimisticValue, writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { commentLikeOf, withCommentLike } from '../model/comment-like';
import { commentDraftKey, dropDraft, reportDraftKey } from '../model/kept-drafts';
import { addComment, changeComment, removeComment } from '../model/thread';
import { reportSentText, texts } from '../texts';
import type { CommentData } from './comments-query';
import { commentKeys } from './keys';

/** The server's error text for `field`, else the message of the error, else `fallback`. */
function commentRefusalText(error: Error, field: string, fallback: string): string {
  const fieldErrorText = error instanceof ApiError ? error.fields[field] : undefined;
  return fieldErrorText ?? errorMessage(error, fallback);
}

/**
 * Updates the list, the profile's count and the activity after a comment was added (`countChange`
 * is 1) or deleted (-1).
 */
async function updateCommentCaches(
  client: QueryClient,
  ref: string,
  countChange: 1 | -1,
  change: (pages: CommentPage[]) => CommentPage[],
): Promise<void> {
  void client.invalidateQueries({ queryKey: commentKeys.activity(ref) });
  await Promise.all([
    writeServerAnswer<Profile>(client, sharedKeys.profile(ref), (old) => ({
      ...old,
      stats: { ...old.stats, comments: Math.max(0, old.stats.comments + countChange) },
    })),
    writeServerAnswer<CommentData>(client, commentKeys.comments(ref), (old) => ({
      ...old,
      pages: change(old.pages),
    })),
  ]);
}

interface CommentToPost {
  comment: string;
  /** Id of the answered comment; null for a comment on the character. */
  parent: string | null;
}

/** True if the server refuses a comment because the user's email address is not confirmed. */
export function isEmailUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'email_unverified';
}

/**
 * Posts a comment or reply. A failure keeps the draft and is shown in a toast (rule
 * comments-failure-keeps-text). Two failures have no toast:
 *   - A 401 opens the login modal, and the text is posted after the login.
 *   - `isEmailUnconfirmed`: the user is fetched again, and the caller shows the failure (rule comments-unconfirmed).
 */
export function usePostComment(ref: string) {
  const client = useQueryClient();
  const postMutation = useMutation({
    mutationFn: ({ comment, parent }: CommentToPost) =>
      unwrap(
        api.POST('/profile/{id}/comments', {
          params: { path: { id: ref } },
          body: { comment, parent_comment_id: parent },
        }),
      ),
    onSuccess: async (made, { parent }) => {
      await updateCommentCaches(client, ref, 1, (pages) => addComment(pages, made));
      dropDraft(commentDraftKey(ref, parent));
    },
    onError: (error, draft) => {
      if (reopenLogin(error, () => postMutation.mutate(draft))) return;
      if (isEmailUnconfirmed(error)) {
        void client.invalidateQueries({ queryKey: sharedKeys.me, exact: true });
        return;
      }
      toast.error(commentRefusalText(error, 'comment', texts.postFailed));
    },
  });
  return postMutation;
}

/** Deletes the user's own comment. A 404 counts as success. */
export function useDeleteComment(ref: string, id: string) {
  const client = useQueryClient();
  const deleteMutation = useMutation({
    mutationFn: async () => {
      try {
        await unwrap(api.DELETE('/comments/{id}', { params: { path: { id } } }));
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => updateCommentCaches(client, ref, -1, (pages) => removeComment(pages, id)),
    onError: (error) => {
      if (reopenLogin(error, () => deleteMutation.mutate())) return;
      toast.error(errorMessage(error, texts.deleteFailed));
    },
  });
  return deleteMutation;
}

/** Reports another user's comment. A failure keeps the draft (rule comments-failure-keeps-text). */
export function useReportComment(id: string) {
  const reportMutation = useMutation({
    mutationFn: (reason: string) =>
      unwrap(api.POST('/comments/{id}/report', { params: { path: { id } }, body: { reason } })),
    onSuccess: ({ ticket }) => {
      dropDraft(reportDraftKey(id));
      toast.success(reportSentText(ticket), { duration: 6000 });
    },
    onError: (error, reason) => {
      if (reopenLogin(error, () => reportMutation.mutate(reason))) return;
      toast.error(commentRefusalText(error, 'reason', texts.reportFailed));
    },
  });
  return reportMutation;
}

export function useLikeComment(ref: string, id: string) {
  const client = useQueryClient();
  const key = commentKeys.comments(ref);
  const changeInPages = (write: (comment: Comment) => Comment) => (old: CommentData) => ({
    ...old,
    pages: changeComment(old.pages, id, write),
  });
  return useMark({
    label: `like of comment ${id}`,
    send: async (liked) => {
      const call = api.POST('/comments/{id}/like', { params: { path: { id } }, body: { liked } });
      const answer = await unwrap(call);
      return { on: answer.is_liked, count: answer.like_count };
    },
    writeGuess: (on) => {
      const withGuessedLike = (old: Comment) =>
        withCommentLike(old, guessMark(commentLikeOf(old), on));
      writeOptimisticValue<CommentData>(client, key, changeInPages(withGuessedLike));
    },
    writeAnswer: (mark) =>
      writeServerAnswer<CommentData>(
        client,
        key,
        changeInPages((old) => withCommentLike(old, mark)),
      ),
    onGone: () => void client.invalidateQueries({ queryKey: key }),
  });
}
