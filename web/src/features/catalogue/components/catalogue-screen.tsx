import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useHasStoredScroll } from '#/shared/hooks/use-entry-state';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { reportError } from '#/shared/lib/report-error';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { Spinner } from '#/shared/ui/spinner';
import { TabPanel, Tabs, useTabIds } from '#/shared/ui/tabs';
import { closedGroupSize, type Grouping, groupsQuery } from '../api/groups';
import { useCatalogueAddress } from '../hooks/use-catalogue-address';
import { searchResultText, texts } from '../texts';
import { BestMatches } from './best-matches';
import { CharacterGroup, type Group } from './character-group';
import { SearchBox } from './search-box';
import '../styles/catalogue.css';

const tabs = [
  { key: 'category', label: 'Browse by Category' },
  { key: 'name', label: 'Browse by Name' },
] as const;

/** Number of groups in the first view of a tall screen. */
const firstViewGroupCount = 2;

interface GroupStackProps {
  grouping: Grouping;
  search: string;
  groups: Group[];
}

/**
 * Renders the groups of the first view first. The other groups are deferred, which keeps the page responsive.
 * After Back all groups are rendered at once, because the restored scroll position may be below the first view.
 */
function GroupStack({ grouping, search, groups }: GroupStackProps) {
  const showsAllGroups = useDeferredValue(true, useHasStoredScroll());
  return (showsAllGroups ? groups : groups.slice(0, firstViewGroupCount)).map((group, index) => (
    <CharacterGroup
      key={`${group.key} ${group.nextCursor}`}
      grouping={grouping}
      group={group}
      search={search}
      eagerStampCount={index === 0 ? closedGroupSize : 0}
    />
  ));
}

interface GroupListProps {
  grouping: Grouping;
  search: string;
  onClear: () => void;
}

/** Announces to screen readers how many characters a search has found. */
function SearchAnnouncement({ grouping, search }: { grouping: Grouping; search: string }) {
  const { data, isPlaceholderData } = useInfiniteQuery(groupsQuery(grouping, search));
  const total = isPlaceholderData ? undefined : data?.pages[0]?.total;
  return (
    <p className="visually-hidden" aria-live="polite">
      {total !== undefined && searchResultText(total)}
    </p>
  );
}

function NoCharacters({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      title={texts.nobody}
      help={search ? texts.nobodyByName : texts.empty}
      action={
        search && (
          <Button look="line" size="sm" onClick={onClear}>
            <X size={16} aria-hidden="true" />
            Clear search
          </Button>
        )
      }
    />
  );
}

/** The groups of a search; a failed search is logged (rule catalogue-nobody). */
function GroupList({ grouping, search, onClear }: GroupListProps) {
  const query = useInfiniteQuery(groupsQuery(grouping, search));
  useKeptPages(`pages ${grouping} ${search}`, query);
  const { error } = query;
  const groups = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const { list, focusNext } = useFocusNewElement<HTMLDivElement>(groups.length, '.group__title');
  useEffect(() => {
    if (error) reportError('Character search failed', error);
  }, [error]);
  if (query.isPending) return <Spinner />;
  if (!query.data) {
    return (
      <FailedRead
        size="panel"
        title={texts.nobody}
        help={texts.unread}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const showMore = () => {
    focusNext();
    void query.fetchNextPage();
  };
  if (groups.length === 0) return <NoCharacters search={search} onClear={onClear} />;
  const bestMatches = query.data.pages[0]?.best ?? [];
  return (
    <div ref={list} className={clsx(query.isPlaceholderData && 'stale')}>
      {bestMatches.length > 0 && <BestMatches characters={bestMatches} />}
      <GroupStack grouping={grouping} search={search} groups={groups} />
      {query.hasNextPage && (
        <Button look="line" busy={query.isFetching} onClick={showMore}>
          More groups
        </Button>
      )}
    </div>
  );
}

/** The catalogue: search, tabs and groups (rule catalogue-tabs). */
export function CatalogueScreen() {
  const { text, setText, search, by: grouping, setBy } = useCatalogueAddress();
  const tabsId = useTabIds();
  return (
    <div className="wrap catalogue">
      <div className="catalogue__head">
        <h1 className="display t1">Characters</h1>
        <SearchBox value={text} onChange={setText} />
      </div>
      <Tabs id={tabsId} label="Browse" tabs={tabs} active={grouping} onChange={setBy} />
      <SearchAnnouncement grouping={grouping} search={search} />
      {tabs.map(({ key }) => (
        <TabPanel key={key} id={tabsId} tab={key} active={grouping}>
          {key === grouping && (
            <GroupList grouping={grouping} search={search} onClear={() => setText('')} />
          )}
        </TabPanel>
      ))}
    </div>
  );
}
