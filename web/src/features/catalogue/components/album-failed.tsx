import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { nobody } from '../messages';

interface AlbumFailedProps {
  /** The list is being asked for again. */
  busy: boolean;
  onRetry: () => void;
}

/** Stands where a list of characters could not be fetched (spec 2 §8). */
export function AlbumFailed({ busy, onRetry }: AlbumFailedProps) {
  return (
    <EmptyState
      title={nobody}
      help="The album could not be opened."
      action={
        <Button look="line" size="sm" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
