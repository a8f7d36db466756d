import { useEntryState } from '#/shared/hooks/use-entry-state';
import { type FavoriteWish, firstWish, isFavoriteWish } from '../model/favorite-filters';

/** Search, order and filters of the favourites. The history entry keeps them (rule account-search-wait). */
export function useFavoriteWish() {
  const [wish, setWish] = useEntryState('favorites', firstWish, isFavoriteWish);
  const change = (part: Partial<FavoriteWish>) => setWish({ ...wish, ...part });
  return { wish, change };
}
