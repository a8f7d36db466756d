import { beforeEach, expect, it, vi } from 'vitest';
import { type DraftArea, openDraft } from './drafts';

let stored: Readonly<Record<string, string>>;
const write = vi.fn((drafts: Readonly<Record<string, string>>) => {
  stored = drafts;
});
const area: DraftArea<string> = {
  read: () => stored,
  write,
  emptyDraft: '',
  isEmpty: (draft) => draft === '',
};

beforeEach(() => {
  vi.useFakeTimers();
  stored = {};
  write.mockClear();
});

it('writes once after a pause in typing', () => {
  const draft = openDraft(area, 'a');
  for (const text of ['H', 'He', 'Hel']) draft.set(text);
  vi.advanceTimersByTime(399);
  expect(write).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(write).toHaveBeenCalledExactlyOnceWith({ a: 'Hel' });
});

it('writes at once when the page is unloaded', () => {
  openDraft(area, 'a').set('Hel');
  window.dispatchEvent(new Event('pagehide'));
  expect(stored).toEqual({ a: 'Hel' });
  vi.runAllTimers();
  expect(write).toHaveBeenCalledOnce();
});

it('writes at once when the page is hidden', () => {
  openDraft(area, 'a').set('Hel');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(write).not.toHaveBeenCalled();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(stored).toEqual({ a: 'Hel' });
});

it('keeps the drafts that another tab has written under other keys', () => {
  const draft = openDraft(area, 'a');
  stored = { b: 'other tab' };
  draft.set('mine');
  draft.flush();
  expect(stored).toEqual({ a: 'mine', b: 'other tab' });
  draft.set('');
  expect(stored).toEqual({ b: 'other tab' });
});
