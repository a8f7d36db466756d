import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { useDismissal } from '#/shared/hooks/use-dismissed';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { Select } from '#/shared/ui/select';
import {
  type FavoriteFilters,
  type FavoriteTypeFilter,
  favoriteTypeFilters,
  noFilters,
  parseMinimumCount,
} from '../../model/favorite-filters';

interface TypedFilters {
  type: FavoriteTypeFilter;
  minLikes: string;
  minChats: string;
}

const minimumInputValue = (count: number) => (count === 0 ? '' : String(count));

const toTypedFilters = ({ type, minLikes, minChats }: FavoriteFilters): TypedFilters => ({
  type,
  minLikes: minimumInputValue(minLikes),
  minChats: minimumInputValue(minChats),
});

interface FilterMenuProps {
  filters: FavoriteFilters;
  /** Gets the focus when the menu closes. */
  button: RefObject<HTMLButtonElement | null>;
  onApply: (filters: FavoriteFilters) => void;
}

/**
 * A button that opens the form of the filters. The filters apply when the form is submitted (rule
 * favorites-filter-form).
 */
export function FilterMenu({ filters, button, onApply }: FilterMenuProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(() => toTypedFilters(filters));
  const [seen, setSeen] = useState(filters);
  if (filters !== seen) {
    // The filters have changed outside this form: by a chip, or by Back.
    setSeen(filters);
    setTyped(toTypedFilters(filters));
  }
  const menuRoot = useRef<HTMLDivElement>(null);
  const id = useId();
  useDismissal(menuRoot, button, open, () => setOpen(false));
  const apply = (next: FavoriteFilters) => {
    setTyped(toTypedFilters(next));
    onApply(next);
    setOpen(false);
    button.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply({
      type: typed.type,
      minLikes: parseMinimumCount(typed.minLikes),
      minChats: parseMinimumCount(typed.minChats),
    });
  };
  return (
    <div className="filter-menu" ref={menuRoot}>
      <Button
        ref={button}
        look="line"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={18} aria-hidden="true" />
        Filters
      </Button>
      {open && (
        <form
          className="filter-menu__panel"
          id={id}
          aria-label="Filters"
          noValidate
          onSubmit={submit}
        >
          <div className="field">
            <label className="field__label" htmlFor={`${id}-type`}>
              Account Type
            </label>
            <Select
              id={`${id}-type`}
              options={favoriteTypeFilters}
              value={typed.type}
              onChange={(type) => setTyped({ ...typed, type })}
            />
          </div>
          <Field
            label="Minimum Likes"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            value={typed.minLikes}
            onChange={({ target }) => setTyped({ ...typed, minLikes: target.value })}
          />
          <Field
            label="Minimum Chats"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            value={typed.minChats}
            onChange={({ target }) => setTyped({ ...typed, minChats: target.value })}
          />
          <div className="filter-menu__buttons">
            <Button look="line" onClick={() => apply(noFilters)}>
              Reset Filters
            </Button>
            <Button type="submit">Apply Filters</Button>
          </div>
        </form>
      )}
    </div>
  );
}
