import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { collectionKeys, type FollowedData } from '#/features/collections';
import { sendFollow } from '#/features/marks';
import { isNotFound } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { CollectedCharacter } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { reportError } from '#/shared/lib/report-error';

async function unfollow(slug: string): Promise<void> {
  try {
    await sendFollow(slug, false);
  } catch (error) {
    // The catalogue no longer has the character, so My Collection does not have it either.
    if (!isNotFound(error)) throw error;
  }
}

function withoutFollowed(old: FollowedData, id: string): FollowedData {
  return {
    ...old,
    pages: old.pages.map((page) => ({
      ...page,
      characters: page.characters.filter((one) => one.id !== id),
      total: Math.max(0, page.total - 1),
    })),
  };
}

/**
 * Unfollows a character. Once the server has answered, it removes the character from My Collection
 * (rule collections-unfollow). A failure is only logged (rule marks-failure-logged). A 401 opens the login
 * modal, and the call is repeated after the login.
 */
export function useUnfollow(
  userId: string,
  search: string,
  onRemoved: (character: CollectedCharacter) => void,
) {
  const client = useQueryClient();
  const key = collectionKeys.followed(search, userId);
  const removal = useMutation({
    mutationFn: ({ slug }: CollectedCharacter) => unfollow(slug),
    onSuccess: async (_, character) => {
      onRemoved(character);
      await writeServerAnswer<FollowedData>(client, key, (old) =>
        withoutFollowed(old, character.id),
      );
      void client.invalidateQueries({ queryKey: sharedKeys.profile(character.slug) });
    },
    onError: (error, character) => {
      if (reopenLogin(error, () => removal.mutate(character))) return;
      reportError('Failed: unfollowing a character', error);
    },
  });
  return removal;
}

/** Follows a character again that the user has just removed from the list of followed characters. */
export function useFollowAgain() {
  const client = useQueryClient();
  const followMutation = useMutation({
    mutationFn: ({ slug }: CollectedCharacter) => sendFollow(slug, true),
    onSuccess: (_, { slug }) => {
      void client.invalidateQueries({ queryKey: collectionKeys.allFollowed });
      void client.invalidateQueries({ queryKey: sharedKeys.profile(slug) });
    },
    onError: (error, character) => {
      if (reopenLogin(error, () => followMutation.mutate(character))) return;
      reportError('Failed: undoing the removal of a followed character', error);
    },
  });
  return followMutation;
}
