import { describe, expect, it, vi } from 'vitest';
import { createDraft } from './drafts';

const stored = () => JSON.parse(localStorage.getItem('drafts') ?? '{}');

describe('draft', () => {
  it('is kept per conversation', () => {
    createDraft('a').set('one');
    createDraft('b').set('two');
    expect(stored()).toEqual({ a: 'one', b: 'two' });
    expect(createDraft('a').get()).toBe('one');
  });

  it('leaves no trace when it is empty', () => {
    const draft = createDraft('a');
    draft.set('one');
    draft.set('');
    expect(stored()).toEqual({});
  });

  it('is empty where storage holds nonsense', () => {
    for (const text of ['[1]', '{"a":1}', 'null', '{']) {
      localStorage.setItem('drafts', text);
      expect(createDraft('a').get()).toBe('');
    }
  });

  it('gives words back only to an empty field', () => {
    const draft = createDraft('a');
    draft.giveBack('first');
    draft.giveBack('second');
    expect(draft.get()).toBe('first');
  });

  it('tells who listens', () => {
    const draft = createDraft('a');
    const listener = vi.fn();
    const stop = draft.subscribe(listener);
    draft.set('x');
    stop();
    draft.set('y');
    expect(listener).toHaveBeenCalledOnce();
  });
});
