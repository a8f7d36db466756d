import { expect, it, vi } from 'vitest';
import { commentDraft, dropDraft, keepDraft, onDraftDropped, readDraft } from './kept-drafts';

const comment = commentDraft('ada-lovelace', null);
const reply = commentDraft('ada-lovelace', 'c');

// rule comments-drafts
it('keeps one text per key, in this tab only, until it is dropped', () => {
  keepDraft(comment, 'Half a thought');
  keepDraft(reply, 'Agreed', 'ruth');
  expect(readDraft(comment)).toEqual({ text: 'Half a thought', to: '' });
  expect(readDraft(reply)).toEqual({ text: 'Agreed', to: 'ruth' });
  expect(localStorage).toHaveLength(0);
  dropDraft(reply);
  expect(readDraft(reply)).toBeNull();
  expect(readDraft(comment)?.text).toBe('Half a thought');
});

it('deletes a blank text', () => {
  keepDraft(comment, 'x');
  keepDraft(comment, ' \n ');
  expect(readDraft(comment)).toBeNull();
});

it('calls the listeners of a dropped draft only', () => {
  const told = vi.fn();
  const other = vi.fn();
  const stop = onDraftDropped(comment, told);
  onDraftDropped(reply, other)();
  dropDraft(comment);
  expect(told).toHaveBeenCalledOnce();
  stop();
  dropDraft(comment);
  dropDraft(reply);
  expect(told).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
});

it.each(['not json', '[]', '{"a":1}', '{"a":{"text":1,"to":""}}'])('survives %s', (stored) => {
  sessionStorage.setItem('comment_drafts', stored);
  expect(readDraft(comment)).toBeNull();
  keepDraft(comment, 'x');
  expect(readDraft(comment)?.text).toBe('x');
});
