import { LayoutGrid, List } from 'lucide-react';
import type { CollectionView } from '#/features/collections';

// rule collections-views
const viewChoices = [
  { key: 'grid', label: 'Grid view', Icon: LayoutGrid },
  { key: 'list', label: 'List view', Icon: List },
] as const;

interface ViewToggleProps {
  view: CollectionView;
  onChange: (view: CollectionView) => void;
}

export function ViewToggle({ view, onChange }: ViewToggleProps) {
  return (
    <fieldset className="view-toggle" aria-label="View">
      {viewChoices.map(({ key, label, Icon }) => (
        <button
          key={key}
          type="button"
          className="view-toggle__button"
          aria-label={label}
          title={label}
          aria-pressed={view === key}
          onClick={() => onChange(key)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}
