import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { sendLike } from '#/features/marks';
import { isNotFound } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Favorite } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { reportError } from '#/shared/lib/report-error';
import type { FavoriteListOptions } from '../model/favorite-filters';
import { withoutFavorite } from '../model/favorite-pages';
import type { FavoriteData } from './favorites-query';
import { accountKeys } from './keys';

async function unlike(slug: string): Promise<void> {
  try {
    await sendLike(slug, false);
  } catch (error) {
    // The catalogue no longer has the character, so the list of favourites does not have it either.
    if (!isNotFound(error)) throw error;
  }
}

/**
 * Takes a like back. Once the server has answered, it removes the character from the list (rule
 * favorites-remove). A failure is only logged (rule marks-failure-logged). A 401 opens the login modal, and the
 * call is repeated after the login.
 */
export function useRemoveFavorite(
  userId: string,
  options: FavoriteListOptions,
  onRemoved: (favorite: Favorite) => void,
) {
  const client = useQueryClient();
  const key = accountKeys.favorites(options, userId);
  const removal = useMutation({
    mutationFn: ({ slug }: Favorite) => unlike(slug),
    onSuccess: async (_, favorite) => {
      onRemoved(favorite);
      await writeServerAnswer<FavoriteData>(client, key, (old) => ({
        ...old,
        pages: withoutFavorite(old.pages, favorite.id),
      }));
      void client.invalidateQueries({ queryKey: sharedKeys.profile(favorite.slug) });
    },
    onError: (error, favorite) => {
      if (reopenLogin(error, () => removal.mutate(favorite))) return;
      reportError('Failed: removal of a favourite', error);
    },
  });
  return removal;
}

/** Likes a removed character again. Handles failures like `useRemoveFavorite`. */
export function useRestoreFavorite() {
  const client = useQueryClient();
  const restoreMutation = useMutation({
    mutationFn: ({ slug }: Favorite) => sendLike(slug, true),
    onSuccess: (_, { slug }) => {
      void client.invalidateQueries({ queryKey: accountKeys.allFavorites });
      void client.invalidateQueries({ queryKey: sharedKeys.profile(slug) });
    },
    onError: (error, favorite) => {
      if (reopenLogin(error, () => restoreMutation.mutate(favorite))) return;
      reportError('Failed: undoing the removal of a favourite', error);
    },
  });
  return restoreMutation;
}
