import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { CharacterGrid, categoryGround, categoryInk } from '#/features/character';
import type { Character } from '#/shared/api/types';
import { scrollBehavior } from '#/shared/browser/motion';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { type Grouping, restOfGroupQuery } from '../api/groups';
import { remainingCountText, texts } from '../texts';

export interface Group {
  key: string;
  title: string;
  total: number;
  nextCursor: string;
  characters: Character[];
}

interface CharacterGroupProps {
  grouping: Grouping;
  group: Group;
  search: string;
  /** How many of the first stamps load their pictures without lazy loading. */
  eagerStampCount: number;
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** closed: the first five are shown. more: the group is open and has more to fetch. complete: all are shown. */
type GroupExpansion = 'closed' | 'more' | 'complete';

/**
 * The state of a group and its fetched pages. A closed group shows its first five (rule
 * catalogue-group-size).
 */
function useGroupState(grouping: Grouping, group: Group, search: string) {
  const [open, setOpen] = useEntryState(
    `open ${grouping} ${group.key} ${search}`,
    false,
    isBoolean,
  );
  const laterPagesQuery = useInfiniteQuery({
    ...restOfGroupQuery(grouping, group.key, search, group.nextCursor),
    enabled: open && group.nextCursor !== '',
  });
  useKeptPages(`pages ${grouping} ${group.key} ${search}`, laterPagesQuery);
  const moreCharacters = open
    ? (laterPagesQuery.data?.pages.flatMap(({ data }) => data) ?? [])
    : [];
  const isComplete = open && laterPagesQuery.data !== undefined && !laterPagesQuery.hasNextPage;
  const fetchMore = () => {
    if (laterPagesQuery.isFetching) return;
    if (laterPagesQuery.data) void laterPagesQuery.fetchNextPage();
    else void laterPagesQuery.refetch();
  };
  const state: GroupExpansion = isComplete ? 'complete' : open ? 'more' : 'closed';
  return {
    shownCharacters: [...group.characters, ...moreCharacters],
    open,
    setOpen,
    fetchMore,
    state,
    failed: open && laterPagesQuery.isError && !laterPagesQuery.isFetching,
    busy: open && laterPagesQuery.isFetching,
  };
}

function GroupTitle({ grouping, group, id }: { grouping: Grouping; group: Group; id: string }) {
  return (
    <h2 className="display group__title" id={id} tabIndex={-1}>
      {grouping === 'category' && (
        <img
          className="group__ground"
          src={categoryGround(group.key)}
          alt=""
          width={46}
          height={46}
          loading="lazy"
          decoding="async"
        />
      )}
      {group.title}
    </h2>
  );
}

interface MoreButtonProps {
  titleId: string;
  state: GroupExpansion;
  /** The small text below the label. */
  leftCountText: string;
  isFetching: boolean;
  onPress: () => void;
}

/**
 * The button in the cell after the last stamp: Show more or Show less. On a wide page the style sheet shows it
 * only while an opened group has more.
 */
function MoreButton({ titleId, state, leftCountText, isFetching, onPress }: MoreButtonProps) {
  return (
    <button
      type="button"
      className="more-button ruled"
      aria-describedby={titleId}
      aria-disabled={isFetching || undefined}
      data-state={state}
      onClick={() => isFetching || onPress()}
    >
      <span className="more-button__text">
        <span className="display t4">{state === 'complete' ? 'Show less' : 'Show more'}</span>
        <span className="small muted">{leftCountText}</span>
      </span>
    </button>
  );
}

export function CharacterGroup({ grouping, group, search, eagerStampCount }: CharacterGroupProps) {
  const id = useId();
  const { shownCharacters, open, setOpen, fetchMore, state, failed, busy } = useGroupState(
    grouping,
    group,
    search,
  );
  const { list: section, focusNext } = useFocusNewElement<HTMLElement>(
    shownCharacters.length,
    '.stamp__link',
  );
  const leftCount = group.total - shownCharacters.length;
  const showMoreOrLess = () => {
    if (state === 'complete') {
      setOpen(false);
      // An open group can be many screens long. Without this scroll the viewport would be far below the
      // closed group.
      section.current?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
      return;
    }
    focusNext();
    if (open) fetchMore();
    else setOpen(true);
  };
  const canToggle = group.total > group.characters.length;
  return (
    <section
      ref={section}
      className={clsx('group', grouping === 'category' && `c-${categoryInk(group.key)}`)}
      aria-labelledby={id}
    >
      <div className={clsx('group__head', grouping === 'name' && 'group__head--letter')}>
        <GroupTitle grouping={grouping} group={group} id={id} />
        {canToggle && (
          <button
            type="button"
            className="link group__toggle"
            aria-describedby={id}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Show less' : 'Show more'}
          </button>
        )}
      </div>
      <CharacterGrid
        characters={shownCharacters}
        columns={5}
        eagerStampCount={eagerStampCount}
        lastCell={
          canToggle && (
            <MoreButton
              titleId={id}
              state={state}
              leftCountText={remainingCountText(grouping, leftCount)}
              isFetching={busy}
              onPress={showMoreOrLess}
            />
          )
        }
      />
      {failed && <p role="alert">{texts.restUnread}</p>}
    </section>
  );
}
