import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#/features/auth';
import { closeCollect } from '#/features/character';
import type { Collection } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { FailedRead } from '#/shared/ui/failed';
import { Field } from '#/shared/ui/field';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { collectionsForCharacterQuery } from '../api/collections-query';
import { useSetMembership } from '../api/membership-mutation';
import { useCreateCollection } from '../api/name-mutations';
import { checkCollection, emptyCollection, trimCollection } from '../model/collection-form';
import { characterCountText, texts } from '../texts';
import '../styles/collection-dialogs.css';

interface CollectionRowProps {
  collection: Collection;
  onChange: (on: boolean) => void;
}

function CollectionRow({ collection, onChange }: CollectionRowProps) {
  const { name, count, has_character } = collection;
  return (
    <label className="add-dialog__row">
      <input
        type="checkbox"
        checked={has_character}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="add-dialog__name">{name}</span>
      <span className="small faint num">{characterCountText(count)}</span>
    </label>
  );
}

interface NewCollectionRowProps {
  userId: string;
  onCreated: (collection: Collection) => void;
}

/** Creates a collection inside the dialog. */
function NewCollectionRow({ userId, onCreated }: NewCollectionRowProps) {
  const { form, field, values, setValues, showErrors } = useForm({
    initialValues: emptyCollection,
    prepare: trimCollection,
    check: checkCollection,
    onSubmit: (typed) => !creation.isPending && creation.mutate(typed),
  });
  const creation = useCreateCollection(userId, {
    showErrors,
    onSaved: (made) => {
      setValues(emptyCollection);
      onCreated(made);
    },
  });
  return (
    <form className="add-dialog__new" aria-label="New Collection" {...form}>
      <Field
        label="New Collection"
        placeholder="Name"
        autoComplete="off"
        readOnly={creation.isPending}
        {...field('name')}
      />
      <div className="collection-dialog__buttons">
        <Button look="line" onClick={closeCollect}>
          Done
        </Button>
        <Button
          type="submit"
          busy={creation.isPending}
          disabled={values.name.trim() === '' && !creation.isPending}
        >
          <Plus size={18} aria-hidden="true" />
          {creation.isPending ? 'Creating...' : 'Create'}
        </Button>
      </div>
    </form>
  );
}

interface MembershipsProps {
  userId: string;
  characterId: string;
}

function Memberships({ userId, characterId }: MembershipsProps) {
  const query = useQuery(collectionsForCharacterQuery(characterId, userId));
  const membership = useSetMembership(userId, characterId);
  /** What the last press did, for screen readers. */
  const [announcement, setAnnouncement] = useState('');
  const setMembership = ({ id, name }: Collection, on: boolean) => {
    setAnnouncement(on ? `Added to ${name}.` : `Taken out of ${name}.`);
    membership.mutate({ collectionId: id, isMember: on });
  };
  if (!query.data) {
    if (!query.isError) return <SkeletonRows rows={2} label="Loading collections" />;
    return <FailedRead size="row" title={texts.unread} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      {query.data.length === 0 ? (
        <p className="add-dialog__who">{texts.noneOfYours}</p>
      ) : (
        <ul className="add-dialog__list" aria-label="Your collections">
          {query.data.map((collection) => (
            <li key={collection.id}>
              <CollectionRow
                collection={collection}
                onChange={(on) => setMembership(collection, on)}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <NewCollectionRow userId={userId} onCreated={(made) => setMembership(made, true)} />
    </>
  );
}

interface AddToCollectionDialogProps {
  character: { id: string; name: string };
}

/** The dialog in which the user adds a character to collections or removes it (rule collections-add-dialog). */
export function AddToCollectionDialog({ character }: AddToCollectionDialogProps) {
  const session = useSession();
  if (session.status !== 'in') return null;
  return (
    <Dialog className="collection-dialog" onClose={closeCollect}>
      <DialogTitle>Add to collection</DialogTitle>
      <p className="add-dialog__who">{character.name}</p>
      <Memberships userId={session.user.id} characterId={character.id} />
    </Dialog>
  );
}
