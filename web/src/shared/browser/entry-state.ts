import { isRecord } from '../lib/is-record';
import { readTabJson, writeTabJson } from './storage';

/** The stored values of one history entry, by name. */
type EntryValues = Record<string, unknown>;
type Entries = [id: string, remembered: EntryValues][];

/** Name of the value with the scroll position of an entry. */
export const scrollName = 'scroll';

/** Most entries stored per tab; the oldest are dropped. */
const maxEntries = 50;

const isEntries = (value: unknown): value is Entries =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === 'string' && isRecord(one[1]));

const readEntries = (): Entries => readTabJson('entries', isEntries) ?? [];

/**
 * The id of the history entry at which the page was loaded. The router has no key for this entry.
 */
function loadedEntry(): string {
  const state: unknown = window.history.state;
  const here = isRecord(state) ? state : {};
  if (typeof here['entry'] === 'string') return here['entry'];
  const entry = Math.random().toString(36).slice(2);
  window.history.replaceState({ ...here, entry }, '');
  return entry;
}

/**
 * Names the history entry of a router location. A navigation that replaces an entry keeps its id if
 * it passes `{ entry }` in its state.
 */
export function entryId({ key, state }: { key: string; state: unknown }): string {
  if (isRecord(state) && typeof state['entry'] === 'string') return state['entry'];
  return key === 'default' ? loadedEntry() : key;
}

/** The value of an entry under a name; undefined if there is none. It survives a reload of the tab. */
export function readEntry(id: string, name: string): unknown {
  return readEntries().find(([one]) => one === id)?.[1][name];
}

export function writeEntry(id: string, name: string, value: unknown): void {
  const entries = readEntries();
  const known = entries.find(([one]) => one === id)?.[1];
  const others = entries.filter(([one]) => one !== id);
  writeTabJson('entries', [...others, [id, { ...known, [name]: value }]].slice(-maxEntries));
}
