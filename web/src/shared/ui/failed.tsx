import { Button } from './button';
import { EmptyState } from './empty-state';

interface FailedProps {
  title: string;
  /** A sentence under the title: what still works, or what to do. Not shown if `size` is 'row'. */
  help?: string;
  /** 'row': one line inside a list. 'panel': in place of a list. 'page': in place of a page. */
  size: 'row' | 'panel' | 'page';
  /** True while the retry runs. */
  busy?: boolean;
  onRetry: () => void;
}

/** Shows a failed read, with a button that repeats it. Use it for every failed read. */
export function FailedRead({ title, help, size, busy = false, onRetry }: FailedProps) {
  const retry = (
    <Button
      look={size === 'page' ? 'ink' : 'line'}
      size={size === 'page' ? 'md' : 'sm'}
      busy={busy}
      onClick={onRetry}
    >
      Try again
    </Button>
  );
  if (size === 'row') {
    return (
      <div className="failed" role="alert">
        <p>{title}</p>
        {retry}
      </div>
    );
  }
  const stateProps = { title, ...(help !== undefined && { help }), action: retry };
  return (
    <div className={size === 'page' ? 'wrap notice-page' : undefined} role="alert">
      <EmptyState isFrameless={size === 'page'} {...stateProps} />
    </div>
  );
}
