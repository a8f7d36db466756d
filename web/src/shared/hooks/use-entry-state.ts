import { useState } from 'react';
import { useLocation } from 'react-router';
import { entryId, readEntry, scrollName, writeEntry } from '../browser/entry-state';

/** The id of the history entry that is shown. */
export function useEntry(): string {
  return entryId(useLocation());
}

/**
 * State of the current history entry. Back, Forward and a reload restore it; a new visit of the same
 * page starts with `initial`. `isValid` checks the stored value.
 */
export function useEntryState<T>(
  name: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const entry = useEntry();
  const stored = (): T => {
    const value = readEntry(entry, name);
    return isValid(value) ? value : initial;
  };
  const [current, setCurrent] = useState(() => ({ entry, name, value: stored() }));
  let { value } = current;
  if (current.entry !== entry || current.name !== name) {
    value = stored();
    setCurrent({ entry, name, value });
  }
  const write = (next: T) => {
    writeEntry(entry, name, next);
    setCurrent({ entry, name, value: next });
  };
  return [value, write];
}

/** True if Back, Forward or a reload has opened this page and its scroll position is stored. */
export function useReturning(): boolean {
  const entry = useEntry();
  const [returning] = useState(() => readEntry(entry, scrollName) !== undefined);
  return returning;
}
