import { beforeEach, expect, it } from 'vitest';
import { entryId, readEntry, writeEntry } from './entry-state';

beforeEach(() => window.history.replaceState(null, ''));

it('keeps the values of each entry apart', () => {
  writeEntry('a', 'open', true);
  writeEntry('a', 'scroll', 12);
  writeEntry('b', 'open', false);
  expect([readEntry('a', 'open'), readEntry('a', 'scroll'), readEntry('b', 'open')]).toEqual([
    true,
    12,
    false,
  ]);
  expect(readEntry('b', 'scroll')).toBeUndefined();
  expect(readEntry('c', 'open')).toBeUndefined();
});

it('drops the entries that were written longest ago', () => {
  writeEntry('first', 'open', true);
  writeEntry('second', 'open', true);
  for (let n = 0; n < 48; n += 1) writeEntry(`e${n}`, 'open', true);
  writeEntry('first', 'scroll', 1);
  writeEntry('last', 'open', true);
  expect(readEntry('first', 'open')).toBe(true);
  expect(readEntry('second', 'open')).toBeUndefined();
});

it('starts empty if the stored value is malformed', () => {
  sessionStorage.setItem('entries', '[["a", 3], 7]');
  expect(readEntry('a', 'open')).toBeUndefined();
  writeEntry('a', 'open', true);
  expect(readEntry('a', 'open')).toBe(true);
});

it('names an entry by the router’s key, by the id passed on replacing it, or by a mark of a loaded page', () => {
  expect(entryId({ key: 'abc', state: null })).toBe('abc');
  expect(entryId({ key: 'new', state: { by: 'name', entry: 'abc' } })).toBe('abc');
  const loaded = entryId({ key: 'default', state: null });
  expect(entryId({ key: 'default', state: null })).toBe(loaded);
  window.history.replaceState(null, '');
  expect(entryId({ key: 'default', state: null })).not.toBe(loaded);
});
