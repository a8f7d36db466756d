import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { CharacterGrid } from '#/features/character';
import type { Character } from '#/shared/api/types';
import { categoryGround } from '#/shared/lib/category-ground';
import { categoryInk } from '#/shared/lib/category-ink';
import { type Grouping, restOfGroupQuery } from '../api/groups';

export interface Group {
  key: string;
  title: string;
  total: number;
  nextCursor: string;
  characters: Character[];
}

interface CharacterGroupProps {
  by: Grouping;
  group: Group;
  search: string;
  /** Stamps that load at once: those of the first group. */
  eager: number;
}

/** The whole group as far as it was opened; closed it is the first five (spec 2 §2). */
function useGroup(by: Grouping, group: Group, search: string) {
  const [open, setOpen] = useState(false);
  const rest = useInfiniteQuery({
    ...restOfGroupQuery(by, group.key, search, group.nextCursor),
    enabled: open && group.nextCursor !== '',
  });
  const more = open ? (rest.data?.pages.flatMap(({ data }) => data) ?? []) : [];
  const complete = open && rest.data !== undefined && !rest.hasNextPage;
  const toggle = () => {
    if (complete) setOpen(false);
    else if (open && rest.hasNextPage) void rest.fetchNextPage();
    else if (open && rest.isError) void rest.refetch();
    else setOpen(true);
  };
  return {
    shown: [...group.characters, ...more],
    toggle,
    complete,
    failed: rest.isError,
    busy: open && rest.isFetching,
  };
}

function GroupTitle({ by, group, id }: { by: Grouping; group: Group; id: string }) {
  return (
    <h2 className="display group__title" id={id}>
      {by === 'category' && (
        <img
          className="group__ground"
          src={categoryGround(group.key)}
          alt=""
          width={46}
          height={46}
          decoding="async"
        />
      )}
      {group.title}
    </h2>
  );
}

export function CharacterGroup({ by, group, search, eager }: CharacterGroupProps) {
  const id = useId();
  const { shown, toggle, complete, failed, busy } = useGroup(by, group, search);
  const left = group.total - shown.length;
  const label = complete ? 'Show less' : 'Show more';
  const canToggle = group.total > group.characters.length;
  return (
    <section
      className={clsx('group', by === 'category' && `c-${categoryInk(group.key)}`)}
      aria-labelledby={id}
    >
      <div className="group__head">
        <GroupTitle by={by} group={group} id={id} />
        {canToggle && (
          <button
            type="button"
            className="link group__toggle"
            aria-describedby={id}
            aria-disabled={busy || undefined}
            data-open={complete}
            onClick={() => busy || toggle()}
          >
            {label}
          </button>
        )}
      </div>
      <CharacterGrid
        characters={shown}
        columns={5}
        eager={eager}
        last={
          canToggle &&
          !complete && (
            <button
              type="button"
              className="mount ruled"
              aria-describedby={id}
              onClick={() => busy || toggle()}
            >
              <span className="mount__words">
                <span className="display t4">{label}</span>
                <span className="small muted">{left} more</span>
              </span>
            </button>
          )
        }
      />
      {failed && <p role="alert">The rest could not be fetched. Please try again.</p>}
    </section>
  );
}
