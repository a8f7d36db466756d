import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#/shared/ui/icon-button';
import '../styles/search-field.css';

/** Longest search text, in UTF-16 code units; longer than any name (rule chats-search-field). */
const maxSearchLength = 100;

interface SearchFieldProps {
  /** Placeholder and accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search field of a panel, with a clear button. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <search className="search-field">
      <Search size={18} aria-hidden="true" />
      <input
        ref={field}
        className="input"
        type="search"
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxSearchLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <IconButton className="search-field__clear" label="Clear search" onClick={clear}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}
