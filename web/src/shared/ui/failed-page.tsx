import { Button } from './button';
import { EmptyState } from './empty-state';

interface FailedPageProps {
  title: string;
  /** One sentence that helps. */
  help: string;
  onRetry: () => void;
}

/** In place of a page that did not come or broke off; somebody can try again. */
export function FailedPage({ title, help, onRetry }: FailedPageProps) {
  return (
    <div className="wrap notice-page" role="alert">
      <EmptyState
        bare
        title={title}
        help={help}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}
