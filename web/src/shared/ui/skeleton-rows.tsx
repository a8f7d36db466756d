import { VisuallyHidden } from './visually-hidden';

interface SkeletonRowsProps {
  rows: number;
  /** Read to screen readers in place of the lines. */
  label?: string;
}

/** Ruled placeholders in the shape of coin-and-two-lines rows. */
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
