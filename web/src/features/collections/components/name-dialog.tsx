import type { Collection } from '#/shared/api/types';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Field } from '#/shared/ui/field';
import { useCreateCollection, useRenameCollection } from '../api/name-mutations';
import {
  type CollectionForm,
  checkCollection,
  emptyCollection,
  trimCollection,
} from '../model/collection-form';
import '../styles/collection-dialogs.css';

interface NameFormProps {
  title: string;
  fields: ReturnType<typeof useForm<keyof CollectionForm>>;
  /** Text of the submit button. */
  label: string;
  /** Text of the submit button while the form is being sent. */
  busyLabel: string;
  busy: boolean;
  onClose: () => void;
}

/** Name and description of a collection. The button is disabled while the name is empty. */
function NameForm({ title, fields, label, busyLabel, busy, onClose }: NameFormProps) {
  const { form, field, values } = fields;
  return (
    <Dialog className="collection-dialog" onClose={onClose}>
      <DialogTitle>{title}</DialogTitle>
      <form className="collection-dialog__fields" aria-label={title} {...form}>
        <Field
          label="Name"
          autoComplete="off"
          data-focus="true"
          readOnly={busy}
          {...field('name')}
        />
        <Field
          label="Description (optional)"
          autoComplete="off"
          readOnly={busy}
          {...field('description')}
        />
        <div className="collection-dialog__buttons">
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} disabled={values.name.trim() === '' && !busy}>
            {busy ? busyLabel : label}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface NewCollectionDialogProps {
  userId: string;
  onCreated: (collection: Collection) => void;
  onClose: () => void;
}

/** Asks for the name of a new collection (rule collections-new). */
export function NewCollectionDialog({ userId, onCreated, onClose }: NewCollectionDialogProps) {
  const fields = useForm({
    initialValues: emptyCollection,
    prepare: trimCollection,
    check: checkCollection,
    onSubmit: (typed) => !creation.isPending && creation.mutate(typed),
  });
  const { showErrors } = fields;
  const creation = useCreateCollection(userId, { showErrors, onSaved: onCreated });
  return (
    <NameForm
      title="New Collection"
      fields={fields}
      label="Create"
      busyLabel="Creating..."
      busy={creation.isPending}
      onClose={onClose}
    />
  );
}

interface EditCollectionDialogProps {
  userId: string;
  collection: Collection;
  onClose: () => void;
}

/** Changes name and description of a collection. */
export function EditCollectionDialog({ userId, collection, onClose }: EditCollectionDialogProps) {
  const { id, name, description } = collection;
  const fields = useForm({
    initialValues: { name, description },
    prepare: trimCollection,
    check: checkCollection,
    onSubmit: (typed) => !saveMutation.isPending && saveMutation.mutate(typed),
  });
  const { showErrors } = fields;
  const saveMutation = useRenameCollection(userId, id, { showErrors, onSaved: onClose });
  return (
    <NameForm
      title="Edit Collection"
      fields={fields}
      label="Save"
      busyLabel="Saving..."
      busy={saveMutation.isPending}
      onClose={onClose}
    />
  );
}
