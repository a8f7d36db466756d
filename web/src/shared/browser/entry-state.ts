import { isRecord } from '../lib/is-record';
import { readTabJson, writeTabJson } from './storage';

/** The stored values of one history entry, by name. */
type EntryValues = Record<string, unknown>;
type Entries = [id: string, remembered: EntryValues][];

/** Name of the value with the scroll position of an entry. */
export const scrollPositionName = 'scroll';

/** The largest number of entries stored per tab. The oldest entries are dropped. */
const maxEntries = 50;

const isEntries = (value: unknown): value is Entries =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === 'string' && isRecord(one[1]));

const readEntries = (): Entries => readTabJson('entries', isEntries) ?? [];

/**
 * The id of the history entry at which the page was loaded. The router has no key for this entry.
 */
function loadedEntryId(): string {
  const state: unknown = window.history.state;
  const historyState = isRecord(state) ? state : {};
  if (typeof historyState['entry'] === 'string') return historyState['entry'];
  const newEntryId = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...historyState, entry: newEntryId }, '');
  return newEntryId;
}

/**
 * Names the history entry of a router location. If a navigation replaces an entry and passes
 * `{ entry }` in its state, the new entry has the former id.
 */
export function entryId({ key, state }: { key: string; state: unknown }): string {
  if (isRecord(state) && typeof state['entry'] === 'string') return state['entry'];
  return key === 'default' ? loadedEntryId() : key;
}

/**
 * The value that is stored under `name` for the history entry `id`; undefined if there is none.
 * Values survive a reload of the tab.
 */
export function readEntryValue(id: string, name: string): unknown {
  return readEntries().find(([one]) => one === id)?.[1][name];
}

export function writeEntryValue(id: string, name: string, value: unknown): void {
  const storedEntries = readEntries();
  const knownValues = storedEntries.find(([one]) => one === id)?.[1];
  const otherEntries = storedEntries.filter(([one]) => one !== id);
  writeTabJson(
    'entries',
    [...otherEntries, [id, { ...knownValues, [name]: value }]].slice(-maxEntries),
  );
}
