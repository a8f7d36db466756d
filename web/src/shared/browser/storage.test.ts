import { describe, expect, it, vi } from 'vitest';
import {
  clearTabFlag,
  readJson,
  readText,
  removeStored,
  setTabFlagOnce,
  writeJson,
  writeText,
} from './storage';

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

describe('storage', () => {
  // rule accounts-token-storage
  it('keeps and removes text under the specified names', () => {
    writeText('token', 'secret');
    expect(localStorage.getItem('token')).toBe('secret');
    expect(readText('token')).toBe('secret');
    removeStored('token');
    expect(readText('token')).toBeNull();
  });

  it('reads back JSON that has the expected shape', () => {
    writeJson('drafts', [1, 2]);
    expect(readJson('drafts', isNumbers)).toEqual([1, 2]);
  });

  it.each([
    ['malformed', '{"a":'],
    ['of another shape', '{"a":1}'],
    ['empty', ''],
  ])('answers null for JSON that is %s', (_, text) => {
    localStorage.setItem('web_settings', text);
    expect(readJson('web_settings', isNumbers)).toBeNull();
  });

  it('survives a browser that refuses storage', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
    expect(readText('token')).toBeNull();
    expect(() => writeText('token', 'x')).not.toThrow();
    expect(() => removeStored('token')).not.toThrow();
    expect(setTabFlagOnce('mark')).toBe(false);
  });

  it('marks once per tab until the mark is cleared', () => {
    expect(setTabFlagOnce('mark')).toBe(true);
    expect(setTabFlagOnce('mark')).toBe(false);
    clearTabFlag('mark');
    expect(setTabFlagOnce('mark')).toBe(true);
  });
});
