import { Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import type { User } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';

const DeleteDialog = lazy(() =>
  import('./delete-dialog').then((m) => ({ default: m.DeleteDialog })),
);

/** The section with the button that deletes the account (rule account-delete). */
export function DangerZone({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="settings__part settings__danger" aria-labelledby="danger-zone">
      <h2 className="display t4" id="danger-zone">
        Danger Zone
      </h2>
      <p className="small muted">
        Chats and personal data go at once. Orders and invoices stay as the law asks.
      </p>
      <Button look="bad" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trash2 size={16} aria-hidden="true" />
        Delete Account
      </Button>
      {open && (
        <LazyOverlay onFail={() => setOpen(false)}>
          <DeleteDialog user={user} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </section>
  );
}
