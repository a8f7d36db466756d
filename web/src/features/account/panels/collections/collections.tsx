import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NewCollectionDialog } from '#/features/collections';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { SearchField } from '../../components/search-field';
import { useCollectionView } from '../../hooks/use-collection-view';
import { useDebouncedSearch } from '../../hooks/use-debounced-search';
import type { PanelProps } from '../../sections';
import { MyCollection } from './my-collection';
import { OwnCollection } from './own-collection';
import { OwnCollections } from './own-collections';
import { texts } from './texts';
import { ViewToggle } from './view-toggle';
import '../../styles/collections.css';

const isText = (value: unknown): value is string => typeof value === 'string';

/** My Collection first, then the collections that the user has made (rule collections-panel). */
function AllCollections({ user }: PanelProps) {
  const [search, setSearch] = useEntryState('collections', '', isText);
  const { text, setText } = useDebouncedSearch(search, setSearch);
  const [view, setView] = useCollectionView();
  const [naming, setNaming] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <div className="panel-tools">
        <SearchField label={texts.search} value={text} onChange={setText} />
        <ViewToggle view={view} onChange={setView} />
        <Button onClick={() => setNaming(true)}>
          <Plus size={18} aria-hidden="true" />
          New Collection
        </Button>
      </div>
      <MyCollection userId={user.id} search={search} view={view} />
      <OwnCollections userId={user.id} search={search} />
      {naming && (
        <LazyOverlay onFail={() => setNaming(false)}>
          <NewCollectionDialog
            userId={user.id}
            onClose={() => setNaming(false)}
            onCreated={({ id }) => navigate(paths.ownCollection.getHref(id))}
          />
        </LazyOverlay>
      )}
    </>
  );
}

/**
 * The user's collections, or only the opened one, whose id is `list` in the address (rule collections-panel).
 */
export function CollectionsPanel({ user }: PanelProps) {
  const [parameters] = useSearchParams();
  const [view, setView] = useCollectionView();
  const list = parameters.get('list');
  if (list === null) return <AllCollections user={user} />;
  return <OwnCollection key={list} userId={user.id} id={list} view={view} onView={setView} />;
}
