import { isRecord } from '../lib/is-record';
import { readTabJson, writeTabJson } from './storage';

/** What one history entry remembers, by name. */
type Remembered = Record<string, unknown>;
type Entries = [id: string, remembered: Remembered][];

/** Under this name an entry remembers where it was scrolled to. */
export const scrollName = 'scroll';

/** Entries kept in a tab; the oldest are dropped first. */
const maxEntries = 50;

const isEntries = (value: unknown): value is Entries =>
  Array.isArray(value) &&
  value.every((one) => Array.isArray(one) && typeof one[0] === 'string' && isRecord(one[1]));

const readEntries = (): Entries => readTabJson('entries', isEntries) ?? [];

/** The id of an entry that the router did not make: a page that was loaded has no key of its own. */
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

/** What an entry remembers under a name; undefined if nothing. It survives a reload of the tab. */
export function readEntry(id: string, name: string): unknown {
  return readEntries().find(([one]) => one === id)?.[1][name];
}

export function writeEntry(id: string, name: string, value: unknown): void {
  const entries = readEntries();
  const known = entries.find(([one]) => one === id)?.[1];
  const others = entries.filter(([one]) => one !== id);
  writeTabJson('entries', [...others, [id, { ...known, [name]: value }]].slice(-maxEntries));
}
