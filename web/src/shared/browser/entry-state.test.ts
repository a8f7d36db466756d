import { beforeEach, expect, it } from 'vitest';
import { entryId, readEntryValue, writeEntryValue } from './entry-state';

beforeEach(() => window.history.replaceState(null, ''));

it('keeps the values of each entry apart', () => {
  writeEntryValue('a', 'open', true);
  writeEntryValue('a', 'scroll', 12);
  writeEntryValue('b', 'open', false);
  expect([
    readEntryValue('a', 'open'),
    readEntryValue('a', 'scroll'),
    readEntryValue('b', 'open'),
  ]).toEqual([true, 12, false]);
  expect(readEntryValue('b', 'scroll')).toBeUndefined();
  expect(readEntryValue('c', 'open')).toBeUndefined();
});

it('drops the entries that were written longest ago', () => {
  writeEntryValue('first', 'open', true);
  writeEntryValue('second', 'open', true);
  for (let n = 0; n < 48; n += 1) writeEntryValue(`e${n}`, 'open', true);
  writeEntryValue('first', 'scroll', 1);
  writeEntryValue('last', 'open', true);
  expect(readEntryValue('first', 'open')).toBe(true);
  expect(readEntryValue('second', 'open')).toBeUndefined();
});

it('starts empty if the stored value is malformed', () => {
  sessionStorage.setItem('entries', '[["a", 3], 7]');
  expect(readEntryValue('a', 'open')).toBeUndefined();
  writeEntryValue('a', 'open', true);
  expect(readEntryValue('a', 'open')).toBe(true);
});

it('names an entry by the router’s key, by the id passed on replacing it, or by a mark of a loaded page', () => {
  expect(entryId({ key: 'abc', state: null })).toBe('abc');
  expect(entryId({ key: 'new', state: { by: 'name', entry: 'abc' } })).toBe('abc');
  const loadedId = entryId({ key: 'default', state: null });
  expect(entryId({ key: 'default', state: null })).toBe(loadedId);
  window.history.replaceState(null, '');
  expect(entryId({ key: 'default', state: null })).not.toBe(loadedId);
});
