import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The sentence that says what is missing. */
  title: string;
  /** One sentence that helps. */
  help?: string;
  /** At most one button. */
  action?: ReactNode;
  /** Draws no background and border. If the page's colour is not --paper, set --empty-ground to it. */
  isFrameless?: boolean;
}

/** Shown in place of empty content, on ruled lines. */
export function EmptyState({ title, help, action, isFrameless = false }: EmptyStateProps) {
  return (
    <div className={clsx('empty', 'ruled', isFrameless && 'empty--bare')}>
      <div className="empty__text">
        <p className="display t3">{title}</p>
        {help !== undefined && <p className="muted small">{help}</p>}
      </div>
      {action}
    </div>
  );
}
