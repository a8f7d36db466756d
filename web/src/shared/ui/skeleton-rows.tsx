import { VisuallyHidden } from './visually-hidden';

interface SkeletonRowsProps {
  rows: number;
  /** Text for screen readers. */
  label?: string;
}

/** Placeholder rows while a list loads: a coin and two lines each. */
export function SkeletonRows({ rows, label = 'Loading' }: SkeletonRowsProps) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity and never move
        <div className="skeleton-row" key={row} aria-hidden="true" data-testid="skeleton-row">
          <span className="skeleton-row__coin" />
          <span className="skeleton-row__lines" />
        </div>
      ))}
    </div>
  );
}
