import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  CollectedCharacters,
  type CollectionView,
  characterCountText,
  followedQuery,
} from '#/features/collections';
import { formatWholeCount } from '#/shared/format/format-count';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { paths } from '#/shared/lib/paths';
import { Button, buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useFollowAgain, useUnfollow } from '../../api/followed-mutation';
import { HeadNote } from '../../components/head-note';
import { showUndoToast } from '../../components/undo-toast';
import { collectedCountText, texts, unfollowedText } from './texts';

interface MyCollectionProps {
  userId: string;
  search: string;
  view: CollectionView;
}

function EmptyMyCollection({ search }: { search: string }) {
  if (search !== '') return <EmptyState title={texts.noMatch} />;
  const exploreLink = (
    <Link className={buttonClass('line')} to={paths.characters.getHref()}>
      Explore characters
    </Link>
  );
  return <EmptyState title={texts.none} help={texts.noneHelp} action={exploreLink} />;
}

/** Unfollows a character. 'Undo' in the toast follows the character again (rule collections-unfollow). */
function useUnfollowWithUndo(userId: string, search: string) {
  const followAgain = useFollowAgain();
  return useUnfollow(userId, search, (character) =>
    showUndoToast(unfollowedText(character.name), () => followAgain.mutate(character)),
  );
}

/** The characters that the user follows (rule collections-panel). Removing a character unfollows it. */
export function MyCollection({ userId, search, view }: MyCollectionProps) {
  const query = useInfiniteQuery(followedQuery(userId, search));
  useKeptPages(`followed ${search}`, query);
  const removal = useUnfollowWithUndo(userId, search);
  const characters = query.data?.pages.flatMap((page) => page.characters) ?? [];
  const moreButton = useRef<HTMLButtonElement>(null);
  const focusAfterShowMore = useFocusNewElement<HTMLDivElement>(characters.length, '.collected a');
  const focusAfterRemoval = useFocusAfterRemoval<HTMLUListElement>(
    characters.length,
    '.collected__remove',
    () => moreButton.current,
  );
  if (!query.data) {
    if (!query.isError) return <SkeletonRows rows={3} label="Loading My Collection" />;
    return <FailedRead size="panel" title={texts.unread} onRetry={() => void query.refetch()} />;
  }
  const total = query.data.pages.at(-1)?.total ?? 0;
  return (
    <div ref={focusAfterShowMore.list}>
      <HeadNote>{collectedCountText(total, formatWholeCount(total))}</HeadNote>
      <div className="collection-head">
        <div>
          <h2 className="display t3">{texts.mine}</h2>
          <p className="small muted">{texts.mineNote}</p>
        </div>
        <span className="small faint num">
          {characterCountText(total, formatWholeCount(total))}
        </span>
      </div>
      {characters.length === 0 ? (
        <EmptyMyCollection search={search} />
      ) : (
        <CollectedCharacters
          list={focusAfterRemoval.list}
          characters={characters}
          view={view}
          busy={query.isPlaceholderData}
          removal={{
            label: (name) => `Unfollow ${name}`,
            onRemove: (character, index) => {
              focusAfterRemoval.onRemove(index);
              removal.mutate(character);
            },
          }}
        />
      )}
      {query.isFetchNextPageError && (
        <FailedRead
          size="row"
          title={texts.moreUnread}
          onRetry={() => void query.fetchNextPage()}
        />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <p className="collection-more">
          <Button
            ref={moreButton}
            look="line"
            busy={query.isFetching}
            onClick={() => {
              focusAfterShowMore.focusNext();
              void query.fetchNextPage();
            }}
          >
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}
