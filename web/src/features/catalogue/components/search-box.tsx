import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#/shared/ui/icon-button';

/** Longest search text, in UTF-16 code units; longer than any name or category. */
const maxSearchLength = 100;
/** The label and placeholder of the field (rule catalogue-search-wait). */
const searchLabel = 'Search Characters or Categories';

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
        placeholder={searchLabel}
        aria-label={searchLabel}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxSearchLength}
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
