import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { Spinner } from '#/shared/ui/spinner';
import { TabPanel, Tabs, useTabIds } from '#/shared/ui/tabs';
import { firstOfGroup, type Grouping, groupsQuery } from '../api/groups';
import { useDebounced } from '../hooks/use-debounced';
import { CharacterGroup } from './character-group';
import { SearchBox } from './search-box';

/** Spec 2 §9, in ms. */
const searchDelay = 300;

const tabs = [
  { key: 'category', label: 'Browse by Category' },
  { key: 'name', label: 'Browse by Name' },
] as const;

interface GroupListProps {
  by: Grouping;
  search: string;
  onClear: () => void;
}

function GroupList({ by, search, onClear }: GroupListProps) {
  const query = useInfiniteQuery(groupsQuery(by, search));
  if (query.isPending) return <Spinner />;
  const groups = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (groups.length === 0) {
    return (
      <EmptyState
        title="No characters found."
        help={search ? 'Nobody by that name has sat for us yet.' : 'The album could not be opened.'}
        action={
          search ? (
            <Button look="line" size="sm" onClick={onClear}>
              Clear search
            </Button>
          ) : (
            <Button look="line" size="sm" onClick={() => void query.refetch()}>
              Try again
            </Button>
          )
        }
      />
    );
  }
  return (
    <div className={clsx(query.isPlaceholderData && 'stale')}>
      {groups.map((group, index) => (
        <CharacterGroup
          key={`${group.key} ${group.nextCursor}`}
          by={by}
          group={group}
          search={search}
          eager={index === 0 ? firstOfGroup : 0}
        />
      ))}
      {query.hasNextPage && (
        <Button look="line" busy={query.isFetching} onClick={() => void query.fetchNextPage()}>
          More groups
        </Button>
      )}
    </div>
  );
}

/** The catalogue (spec 2 §2). `category` fills the search field at the start. */
export function CatalogueView({ category }: { category: string }) {
  const [text, setText] = useState(category);
  const [by, setBy] = useState<Grouping>('category');
  const tabsId = useTabIds();
  const still = useDebounced(text.trim(), searchDelay);
  // An emptied field is answered at once.
  const search = text.trim() === '' ? '' : still;
  return (
    <div className="wrap catalogue">
      <div className="catalogue__head">
        <h1 className="display t1">Characters</h1>
        <SearchBox value={text} onChange={setText} />
      </div>
      <Tabs id={tabsId} label="Browse" tabs={tabs} active={by} onChange={setBy} />
      {tabs.map(({ key }) => (
        <TabPanel key={key} id={tabsId} tab={key} active={by}>
          {key === by && <GroupList by={by} search={search} onClear={() => setText('')} />}
        </TabPanel>
      ))}
    </div>
  );
}
