import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The specified sentence. */
  title: string;
  /** One sentence that helps. */
  help?: string;
  /** At most one button. */
  action?: ReactNode;
  /** Ruled straight on the page, without a sheet; set --empty-ground where that page is not paper. */
  bare?: boolean;
}

/** A ruled page that waits: the flat lines are the illustration. */
export function EmptyState({ title, help, action, bare = false }: EmptyStateProps) {
  return (
    <div className={clsx('empty', 'ruled', bare && 'empty--bare')}>
      <div className="empty__text">
        <p className="display t3">{title}</p>
        {help !== undefined && <p className="muted small">{help}</p>}
      </div>
      {action}
    </div>
  );
}
