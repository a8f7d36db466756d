import { Download } from 'lucide-react';
import type { User } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { useDownloadData } from '../../api/export-mutation';

/** The download of the user's own data (rule account-export). */
export function OwnData({ user }: { user: User }) {
  const dataDownload = useDownloadData(user.id);
  return (
    <section className="settings__part" aria-labelledby="own-data">
      <h2 className="display t4" id="own-data">
        Your data
      </h2>
      <p className="small muted">
        Everything that we keep of you, as a ZIP file. You can have it three times a day.
      </p>
      <Button look="line" busy={dataDownload.isPending} onClick={() => dataDownload.mutate()}>
        <Download size={16} aria-hidden="true" />
        {dataDownload.isPending ? 'Preparing...' : 'Download my data'}
      </Button>
    </section>
  );
}
