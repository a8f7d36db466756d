import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Favorite } from '#/shared/api/types';
import { formatWholeCount } from '#/shared/format/format-count';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { paths } from '#/shared/lib/paths';
import { Button, buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { Select } from '#/shared/ui/select';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useRemoveFavorite, useRestoreFavorite } from '../../api/favorite-mutations';
import { favoritesQuery } from '../../api/favorites-query';
import { HeadNote } from '../../components/head-note';
import { SearchField } from '../../components/search-field';
import { showUndoToast } from '../../components/undo-toast';
import { useDebouncedSearch } from '../../hooks/use-debounced-search';
import { useFavoriteListOptions } from '../../hooks/use-favorite-list-options';
import {
  type FavoriteListOptions,
  favoriteSorts,
  initialFavoriteOptions,
  isFiltered,
} from '../../model/favorite-filters';
import { favoritesOf } from '../../model/favorite-pages';
import type { PanelProps } from '../../sections';
import { ActiveFilters } from './active-filters';
import { FavoriteCard } from './favorite-card';
import { FilterMenu } from './filter-menu';
import { likedCountText, removedText, texts } from './texts';
import '../../styles/favorites.css';

interface FavoriteListProps {
  userId: string;
  options: FavoriteListOptions;
  onClear: () => void;
  /** The element that gets the focus when the last favourite is removed. */
  focusFallback: () => HTMLElement | null;
}

/** Shown without favourites, or if none matches search and filters (rule favorites-none). */
function EmptyList({ options, onClear }: Pick<FavoriteListProps, 'options' | 'onClear'>) {
  if (options.search === '' && !isFiltered(options)) {
    const exploreLink = (
      <Link className={buttonClass('line')} to={paths.characters.getHref()}>
        Explore characters
      </Link>
    );
    return <EmptyState title={texts.none} help={texts.noneHelp} action={exploreLink} />;
  }
  const clearButton = (
    <Button look="line" onClick={onClear}>
      Clear Search & Filters
    </Button>
  );
  return <EmptyState title={texts.noMatch} action={clearButton} />;
}

/** Removes a like. 'Undo' in the toast likes the character again (rule favorites-remove). */
function useRemovalWithUndo(userId: string, options: FavoriteListOptions) {
  const restoreMutation = useRestoreFavorite();
  return useRemoveFavorite(userId, options, (favorite) =>
    showUndoToast(removedText(favorite.name), () => restoreMutation.mutate(favorite)),
  );
}

/** The cards. Fetches the next page when the end of the list comes near (rule favorites-scroll). */
function FavoriteList({ userId, options, onClear, focusFallback }: FavoriteListProps) {
  const query = useInfiniteQuery(favoritesQuery(userId, options));
  useKeptPages(`favorites ${JSON.stringify(options)}`, query);
  const { data, isError, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  const favorites: Favorite[] = data ? favoritesOf(data.pages) : [];
  const { list, onRemove } = useFocusAfterRemoval<HTMLUListElement>(
    favorites.length,
    '.favorite__heart',
    focusFallback,
  );
  const removal = useRemovalWithUndo(userId, options);
  const fetchMore = () => void fetchNextPage();
  const endRef = useNearEnd<HTMLDivElement>(hasNextPage && !isFetching && !isError, fetchMore);
  if (!data) {
    if (!isError) return <SkeletonRows rows={3} label="Loading favorites" />;
    return <FailedRead size="panel" title={texts.unread} onRetry={() => void query.refetch()} />;
  }
  const total = data.pages.at(-1)?.pagination.total ?? 0;
  const note = <HeadNote>{likedCountText(total, formatWholeCount(total))}</HeadNote>;
  if (favorites.length === 0) {
    return (
      <>
        {note}
        <EmptyList options={options} onClear={onClear} />
      </>
    );
  }
  return (
    <>
      {note}
      <ul className="favorites__list" ref={list} aria-busy={query.isPlaceholderData}>
        {favorites.map((favorite, index) => (
          <FavoriteCard
            key={favorite.id}
            favorite={favorite}
            isRemoving={removal.isPending && removal.variables.id === favorite.id}
            onRemove={() => {
              onRemove(index);
              removal.mutate(favorite);
            }}
          />
        ))}
      </ul>
      {isFetchNextPageError && (
        <FailedRead size="row" title={texts.noMoreRead} onRetry={fetchMore} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <div ref={endRef}>
          <SkeletonRows rows={2} label="Loading more favorites" />
        </div>
      )}
      {!hasNextPage && !isFetching && <p className="favorites__end">{texts.end}</p>}
    </>
  );
}

/** The liked characters, with search, order and filters (topic Favorites of the rules). */
export function FavoritesPanel({ user }: PanelProps) {
  const { options, change } = useFavoriteListOptions();
  const { text, setText } = useDebouncedSearch(options.search, (search) => change({ search }));
  const filterButton = useRef<HTMLButtonElement>(null);
  const getFilterButton = () => filterButton.current;
  return (
    <>
      <div className="panel-tools">
        <SearchField label={texts.search} value={text} onChange={setText} />
        <Select
          label="Sort"
          options={favoriteSorts}
          value={options.sort}
          onChange={(sort) => change({ sort })}
        />
        <FilterMenu filters={options} button={filterButton} onApply={change} />
      </div>
      <ActiveFilters filters={options} onChange={change} focusFallback={getFilterButton} />
      <FavoriteList
        userId={user.id}
        options={options}
        focusFallback={getFilterButton}
        onClear={() => {
          setText('');
          change({ ...initialFavoriteOptions, sort: options.sort });
          filterButton.current?.focus();
        }}
      />
    </>
  );
}
