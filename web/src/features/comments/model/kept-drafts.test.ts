import { expect, it, vi } from 'vitest';
import { commentDraftKey, dropDraft, keepDraft, onDraftDropped, readDraft } from './kept-drafts';

const commentKey = commentDraftKey('ada-lovelace', null);
const replyKey = commentDraftKey('ada-lovelace', 'c');

// rule comments-drafts
it('keeps one text per key, in this tab only, until it is dropped', () => {
  keepDraft(commentKey, 'Half a thought');
  keepDraft(replyKey, 'Agreed', 'ruth');
  expect(readDraft(commentKey)).toEqual({ text: 'Half a thought', to: '' });
  expect(readDraft(replyKey)).toEqual({ text: 'Agreed', to: 'ruth' });
  expect(localStorage).toHaveLength(0);
  dropDraft(replyKey);
  expect(readDraft(replyKey)).toBeNull();
  expect(readDraft(commentKey)?.text).toBe('Half a thought');
});

it('deletes a blank text', () => {
  keepDraft(commentKey, 'x');
  keepDraft(commentKey, ' \n ');
  expect(readDraft(commentKey)).toBeNull();
});

it('calls the listeners of a dropped draft only', () => {
  const listener = vi.fn();
  const otherListener = vi.fn();
  const stopListening = onDraftDropped(commentKey, listener);
  onDraftDropped(replyKey, otherListener)();
  dropDraft(commentKey);
  expect(listener).toHaveBeenCalledOnce();
  stopListening();
  dropDraft(commentKey);
  dropDraft(replyKey);
  expect(listener).toHaveBeenCalledOnce();
  expect(otherListener).not.toHaveBeenCalled();
});

it.each(['not json', '[]', '{"a":1}', '{"a":{"text":1,"to":""}}'])('survives %s', (stored) => {
  sessionStorage.setItem('comment_drafts', stored);
  expect(readDraft(commentKey)).toBeNull();
  keepDraft(commentKey, 'x');
  expect(readDraft(commentKey)?.text).toBe('x');
});
