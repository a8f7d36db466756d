import { X } from 'lucide-react';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { activeFilters, type FavoriteFilters, noFilters } from '../../model/favorite-filters';

interface ActiveFiltersProps {
  filters: FavoriteFilters;
  onChange: (part: Partial<FavoriteFilters>) => void;
  /** The element that gets the focus when the last chip disappears. */
  focusFallback: () => HTMLElement | null;
}

/** The filters that are on, as buttons that remove them (rule favorites-filter-form). */
export function ActiveFilters({ filters, onChange, focusFallback }: ActiveFiltersProps) {
  const chips = activeFilters(filters);
  const { list, onRemove } = useFocusAfterRemoval<HTMLDivElement>(
    chips.length,
    '.chip',
    focusFallback,
  );
  if (chips.length === 0) return null;
  return (
    <div className="favorites__chips" ref={list}>
      <ul className="chips" aria-label="Active filters">
        {chips.map(({ label, resetChange }, index) => (
          <li key={label}>
            <button
              type="button"
              className="chip"
              onClick={() => {
                onRemove(index);
                onChange(resetChange);
              }}
            >
              {label}
              <X size={14} aria-hidden="true" />
              <span className="visually-hidden">, remove</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link favorites__clear"
        onClick={() => {
          onRemove(0);
          onChange(noFilters);
        }}
      >
        Clear all
      </button>
    </div>
  );
}
