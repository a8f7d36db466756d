import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraft } from './draft';

/** Fake timers control the debounced write. */
beforeEach(() => {
  vi.useFakeTimers();
});

const storedDrafts = () => JSON.parse(localStorage.getItem('drafts') ?? '{}');

describe('draft', () => {
  // rule chat-draft
  it('is kept per conversation', () => {
    createDraft('a').set('one');
    createDraft('b').set('two');
    vi.runAllTimers();
    expect(storedDrafts()).toEqual({ a: 'one', b: 'two' });
    expect(createDraft('a').get()).toBe('one');
  });

  it('is removed from storage when it is empty', () => {
    const draft = createDraft('a');
    draft.set('one');
    vi.runAllTimers();
    draft.set('');
    expect(storedDrafts()).toEqual({});
  });

  it('is empty when storage is malformed', () => {
    for (const text of ['[1]', '{"a":1}', 'null', '{']) {
      localStorage.setItem('drafts', text);
      expect(createDraft('a').get()).toBe('');
    }
  });

  it('is debounced, and written at once by flush', () => {
    const setItemSpy = vi.spyOn(Storage.prototype, 'setItem');
    const draft = createDraft('a');
    for (const text of ['H', 'He', 'Hel']) draft.set(text);
    expect(setItemSpy).not.toHaveBeenCalled();
    draft.flush();
    draft.flush();
    expect(setItemSpy).toHaveBeenCalledOnce();
    expect(storedDrafts()).toEqual({ a: 'Hel' });
  });

  it('prepends text, and removes it again', () => {
    const draft = createDraft('a');
    draft.prepend('first');
    draft.prepend('first');
    expect(draft.get()).toBe('first');
    draft.set('second');
    draft.prepend('first');
    expect(draft.get()).toBe('first\nsecond');
    expect(draft.removePrepended('other')).toBe(false);
    expect(draft.removePrepended('first')).toBe(true);
    expect(draft.get()).toBe('second');
  });

  it('notifies its subscribers', () => {
    const draft = createDraft('a');
    const listener = vi.fn();
    const unsubscribe = draft.subscribe(listener);
    draft.set('x');
    unsubscribe();
    draft.set('y');
    expect(listener).toHaveBeenCalledOnce();
  });
});
