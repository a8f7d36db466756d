import { useState } from 'react';
import { useLocation } from 'react-router';
import {
  entryId,
  readEntryValue,
  scrollPositionName,
  writeEntryValue,
} from '../browser/entry-state';

/** The id of the history entry that is shown. */
export function useEntryId(): string {
  return entryId(useLocation());
}

/**
 * State of the current history entry. Back, Forward and a reload restore it; a new visit of the same
 * page starts with `initial`. `isValid` checks the stored value (rule account-search-wait).
 */
export function useEntryState<T>(
  name: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const id = useEntryId();
  const readStoredValue = (): T => {
    const value = readEntryValue(id, name);
    return isValid(value) ? value : initial;
  };
  const [current, setCurrent] = useState(() => ({ entry: id, name, value: readStoredValue() }));
  let { value } = current;
  if (current.entry !== id || current.name !== name) {
    value = readStoredValue();
    setCurrent({ entry: id, name, value });
  }
  const write = (next: T) => {
    writeEntryValue(id, name, next);
    setCurrent({ entry: id, name, value: next });
  };
  return [value, write];
}

/** True if Back, Forward or a reload has opened this page and its scroll position is stored. */
export function useHasStoredScroll(): boolean {
  const id = useEntryId();
  const [hasStoredScroll] = useState(() => readEntryValue(id, scrollPositionName) !== undefined);
  return hasStoredScroll;
}
