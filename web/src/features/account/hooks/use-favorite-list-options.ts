import { useEntryState } from '#/shared/hooks/use-entry-state';
import {
  type FavoriteListOptions,
  initialFavoriteOptions,
  isFavoriteListOptions,
} from '../model/favorite-filters';

/** Search, order and filters of the favourites. The history entry keeps them (rule account-search-wait). */
export function useFavoriteListOptions() {
  const [options, setOptions] = useEntryState(
    'favorites',
    initialFavoriteOptions,
    isFavoriteListOptions,
  );
  const change = (part: Partial<FavoriteListOptions>) => setOptions({ ...options, ...part });
  return { options, change };
}
