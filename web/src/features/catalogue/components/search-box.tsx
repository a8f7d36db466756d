import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#/shared/ui/icon-button';

/** Longer than any name or category. */
const maxLength = 100;
const label = 'Search Characters or Categories';

interface SearchBoxProps {
  value: string;
  onChange: (value: string) => void;
}

/** The search field of the catalogue, with a clear button. */
export function SearchBox({ value, onChange }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <search className="search-box">
      <Search size={18} aria-hidden="true" />
      <input
        ref={field}
        className="input"
        type="search"
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <IconButton className="search-box__clear" label="Clear search" onClick={clear}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}
