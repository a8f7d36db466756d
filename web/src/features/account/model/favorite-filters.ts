import { formatWholeCount } from '#/shared/format/format-count';
import { isRecord } from '#/shared/lib/is-record';

/** The orders of the list (rule favorites-filter-form). */
export const favoriteSorts = [
  { key: 'recent', label: 'Recently Liked' },
  { key: 'name', label: 'Name A-Z' },
  { key: 'popular', label: 'Most Popular' },
] as const;
export type FavoriteSort = (typeof favoriteSorts)[number]['key'];

/** The choices of 'Account Type' (rule favorites-filter-form). */
export const favoriteTypeFilters = [
  { key: 'all', label: 'All Types' },
  { key: 'free', label: 'Free' },
  { key: 'premium', label: 'Premium' },
] as const;
export type FavoriteTypeFilter = (typeof favoriteTypeFilters)[number]['key'];

export interface FavoriteFilters {
  type: FavoriteTypeFilter;
  minLikes: number;
  minChats: number;
}

/** Search, order and filters of the list of favourites. */
export interface FavoriteListOptions extends FavoriteFilters {
  search: string;
  sort: FavoriteSort;
}

export const noFilters: FavoriteFilters = { type: 'all', minLikes: 0, minChats: 0 };
export const initialFavoriteOptions: FavoriteListOptions = {
  ...noFilters,
  search: '',
  sort: 'recent',
};

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isSort = (value: unknown): value is FavoriteSort =>
  favoriteSorts.some(({ key }) => key === value);

const isTypeFilter = (value: unknown): value is FavoriteTypeFilter =>
  favoriteTypeFilters.some(({ key }) => key === value);

export function isFavoriteListOptions(value: unknown): value is FavoriteListOptions {
  return (
    isRecord(value) &&
    typeof value['search'] === 'string' &&
    isSort(value['sort']) &&
    isTypeFilter(value['type']) &&
    isCount(value['minLikes']) &&
    isCount(value['minChats'])
  );
}

/** Parses a typed minimum: a whole number of at least 0. Anything else counts as 0 (rule favorites-filters). */
export function parseMinimumCount(typed: string): number {
  const text = typed.trim();
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(count) ? count : 0;
}

export const isFiltered = ({ type, minLikes, minChats }: FavoriteFilters): boolean =>
  type !== 'all' || minLikes > 0 || minChats > 0;

interface ActiveFilter {
  label: string;
  /** The change that turns this filter off. */
  resetChange: Partial<FavoriteFilters>;
}

/** The filters that are on, each with the text of its chip. */
export function activeFilters({ type, minChats, minLikes }: FavoriteFilters): ActiveFilter[] {
  const chips: ActiveFilter[] = [];
  const typeLabel = favoriteTypeFilters.find(({ key }) => key === type)?.label;
  if (type !== 'all') {
    chips.push({ label: `Account Type: ${typeLabel}`, resetChange: { type: 'all' } });
  }
  if (minChats > 0) {
    chips.push({
      label: `Minimum Chats: ${formatWholeCount(minChats)}`,
      resetChange: { minChats: 0 },
    });
  }
  if (minLikes > 0) {
    chips.push({
      label: `Minimum Likes: ${formatWholeCount(minLikes)}`,
      resetChange: { minLikes: 0 },
    });
  }
  return chips;
}
