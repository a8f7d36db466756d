import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { ApiError } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Profile } from '#/shared/api/types';
import { writeOptimisticValue, writeServerAnswer } from '#/shared/api/write-cache';
import { reportError } from '#/shared/lib/report-error';
import { expectedMark, followOf, likeOf, type Mark, withFollow, withLike } from '../model/mark';

interface MarkOptions {
  /**
   * Names the mark in error logs, such as 'like of comment 5'. Mutations with the same name run in
   * order.
   */
  label: string;
  send: (on: boolean) => Promise<Mark>;
  /** Writes the expected mark to the cache. */
  writeGuess: (on: boolean) => void;
  /** Writes the server's answer to the cache. */
  writeAnswer: (mark: Mark) => Promise<void>;
  /** Called if the server answers 404: the marked thing no longer exists. */
  onGone?: () => void;
}

/**
 * An optimistic like or follow. The server's answer replaces the guess (rule marks-server-decides), and a
 * failure undoes it. The call sends the wanted state and does not toggle, so a retry is harmless (rule
 * marks-stated-wish). A failure is only logged (rule marks-failure-logged). A 401 opens the login modal, and
 * the call is repeated after the login.
 */
export function useMark({ label, send, writeGuess, writeAnswer: settle, onGone }: MarkOptions) {
  const markMutation = useMutation({
    scope: { id: label },
    mutationFn: send,
    onMutate: writeGuess,
    onSuccess: settle,
    onError: (error, on) => {
      reportError(`Failed: ${label}`, error);
      writeGuess(!on);
      if (error instanceof ApiError && error.status === 404) onGone?.();
      reopenLogin(error, () => markMutation.mutate(on));
    },
  });
  return markMutation;
}

function useProfileMark(
  ref: string,
  what: string,
  send: (on: boolean) => Promise<Mark>,
  readMark: (profile: Profile) => Mark,
  withMark: (profile: Profile, mark: Mark) => Profile,
) {
  const client = useQueryClient();
  const key = sharedKeys.profile(ref);
  return useMark({
    label: `${what} ${ref}`,
    send,
    writeGuess: (on) =>
      writeOptimisticValue<Profile>(client, key, (old) =>
        withMark(old, expectedMark(readMark(old), on)),
      ),
    writeAnswer: (mark) => writeServerAnswer<Profile>(client, key, (old) => withMark(old, mark)),
  });
}

/** Likes a character, or removes the like. */
export async function sendLike(ref: string, liked: boolean): Promise<Mark> {
  const call = api.POST('/profile/{id}/like', { params: { path: { id: ref } }, body: { liked } });
  const answer = await unwrap(call);
  return { on: answer.is_liked, count: answer.like_count };
}

/** Follows a character, or unfollows it. */
export async function sendFollow(ref: string, following: boolean): Promise<Mark> {
  const params = { path: { id: ref } };
  const answer = await unwrap(api.POST('/profile/{id}/follow', { params, body: { following } }));
  return { on: answer.is_following, count: answer.follower_count };
}

export function useLikeCharacter(ref: string) {
  return useProfileMark(ref, 'like', (liked) => sendLike(ref, liked), likeOf, withLike);
}

export function useFollowCharacter(ref: string) {
  const send = (following: boolean) => sendFollow(ref, following);
  return useProfileMark(ref, 'follow', send, followOf, withFollow);
}
