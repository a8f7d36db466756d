import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowUpDown, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  CollectedCharacters,
  type CollectionView,
  characterCountText,
  collectionQuery,
  DeleteCollectionDialog,
  EditCollectionDialog,
  ShareDialog,
  useTakeOutCharacter,
} from '#/features/collections';
import { isNotFound } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { ReorderList } from './reorder-list';
import { texts } from './texts';
import { ViewToggle } from './view-toggle';

type OpenDialog = 'edit' | 'share' | 'delete';

interface CollectionDialogsProps {
  userId: string;
  collection: Collection;
  openDialog: OpenDialog | null;
  onClose: () => void;
}

function CollectionDialogs({ userId, collection, openDialog, onClose }: CollectionDialogsProps) {
  const navigate = useNavigate();
  if (openDialog === null) return null;
  const dialogProps = { userId, collection, onClose };
  const leave = () => navigate(paths.account.getHref('collections'), { replace: true });
  return (
    <LazyOverlay key={openDialog} onFail={onClose}>
      {openDialog === 'edit' && <EditCollectionDialog {...dialogProps} />}
      {openDialog === 'share' && <ShareDialog {...dialogProps} />}
      {openDialog === 'delete' && <DeleteCollectionDialog {...dialogProps} onDeleted={leave} />}
    </LazyOverlay>
  );
}

interface CollectionCharactersProps {
  userId: string;
  collection: Collection;
  view: CollectionView;
  /** The element that gets the focus when the last character is taken out. */
  focusFallback: () => HTMLElement | null;
}

function CollectionCharacters({
  userId,
  collection,
  view,
  focusFallback,
}: CollectionCharactersProps) {
  const { id, name, characters } = collection;
  const takeOutMutation = useTakeOutCharacter(userId, id);
  const { list, onRemove } = useFocusAfterRemoval<HTMLUListElement>(
    characters.length,
    '.collected__remove',
    focusFallback,
  );
  if (characters.length === 0) {
    return <EmptyState title={texts.emptyList} help={texts.emptyListHelp} />;
  }
  return (
    <CollectedCharacters
      list={list}
      characters={characters}
      view={view}
      removal={{
        label: (character) => `Take ${character} out of ${name}`,
        onRemove: (character, index) => {
          onRemove(index);
          takeOutMutation.mutate(character.id);
        },
      }}
    />
  );
}

interface LoadedCollectionProps {
  userId: string;
  collection: Collection;
  view: CollectionView;
  onView: (view: CollectionView) => void;
}

// rules collections-move, collections-share-dialog
function LoadedCollection({ userId, collection, view, onView }: LoadedCollectionProps) {
  const { name, description, count, characters, share_url } = collection;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [ordering, setOrdering] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const isReordering = ordering && characters.length > 1;
  return (
    <>
      <div className="collection-head">
        <div className="collection-head__words">
          <h2 className="display t3">{name}</h2>
          {description && <p className="small muted">{description}</p>}
        </div>
        <span className="small faint num">{characterCountText(count)}</span>
      </div>
      <div className="collection-actions">
        <Button ref={editButton} look="line" size="sm" onClick={() => setOpen('edit')}>
          <Pencil size={16} aria-hidden="true" />
          Edit
        </Button>
        <Button look="line" size="sm" onClick={() => setOpen('share')}>
          <Share2 size={16} aria-hidden="true" />
          {share_url === null ? 'Share' : 'Shared'}
        </Button>
        {characters.length > 1 && (
          <Button
            look="line"
            size="sm"
            aria-pressed={isReordering}
            onClick={() => setOrdering(!isReordering)}
          >
            <ArrowUpDown size={16} aria-hidden="true" />
            {isReordering ? 'Done' : 'Change order'}
          </Button>
        )}
        <Button look="bad" size="sm" onClick={() => setOpen('delete')}>
          <Trash2 size={16} aria-hidden="true" />
          Delete
        </Button>
        {!isReordering && <ViewToggle view={view} onChange={onView} />}
      </div>
      {isReordering ? (
        <ReorderList userId={userId} collection={collection} />
      ) : (
        <CollectionCharacters
          userId={userId}
          collection={collection}
          view={view}
          focusFallback={() => editButton.current}
        />
      )}
      <CollectionDialogs
        userId={userId}
        collection={collection}
        openDialog={open}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

interface OwnCollectionProps {
  userId: string;
  /** The collection in the address. */
  id: string;
  view: CollectionView;
  onView: (view: CollectionView) => void;
}

/** One collection that the user has made: its characters, and buttons to edit, share, reorder and delete it. */
export function OwnCollection({ userId, id, view, onView }: OwnCollectionProps) {
  const query = useQuery(collectionQuery(id, userId));
  const { data, error } = query;
  return (
    <>
      <p className="collection-back">
        <Link className="link" to={paths.account.getHref('collections')}>
          <ArrowLeft size={16} aria-hidden="true" />
          All collections
        </Link>
      </p>
      {data && <LoadedCollection userId={userId} collection={data} view={view} onView={onView} />}
      {!data && !error && <SkeletonRows rows={3} label="Loading the collection" />}
      {!data && isNotFound(error) && (
        <EmptyState title={texts.unknownList} help={texts.unknownListHelp} />
      )}
      {!data && error && !isNotFound(error) && (
        <FailedRead size="panel" title={texts.listUnread} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}
