import { describe, expect, it } from 'vitest';
import type { Comment, CommentPage } from '#/shared/api/types';
import { fakeComment } from '#/shared/test/fakes';
import { addEarlierReplies, keepEarlierReplies } from './earlier-replies';

const page = (...comments: Comment[]): CommentPage => ({
  comments,
  hasMore: false,
  lastItemRef: '',
});

/** Replies `from` to `until` of a hundred, oldest first. */
const replies = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, at) =>
    fakeComment(`r${from + at}`, { parent_comment_id: 'c' }),
  );
const thread = (from: number, until: number, cursor: string) =>
  fakeComment('c', { reply_count: 100, replies: replies(from, until), replies_cursor: cursor });

const idsOf = (result: CommentPage | undefined) => result?.comments[0]?.replies.map(({ id }) => id);
const ids = (from: number, until: number) => replies(from, until).map(({ id }) => id);

describe('adding earlier replies', () => {
  // rule comments-earlier-replies
  it('puts them before the others and keeps the next cursor', () => {
    const pages = [page(fakeComment('a')), page(thread(7, 9, 'before7'))];
    const answer = { data: replies(4, 6), nextCursor: 'before4' };
    const [, after] = addEarlierReplies(pages, 'c', 'before7', answer);
    expect(idsOf(after)).toEqual(ids(4, 9));
    expect(after?.comments[0]).toMatchObject({ replies_cursor: 'before4', reply_count: 100 });
  });

  it('adds none twice', () => {
    const answer = { data: replies(4, 7), nextCursor: '' };
    const [after] = addEarlierReplies([page(thread(7, 9, 'x'))], 'c', 'x', answer);
    expect(idsOf(after)).toEqual(ids(4, 9));
  });

  it('ignores an answer to a cursor that the comment no longer has', () => {
    const pages = [page(thread(50, 60, 'before50'))];
    const answer = { data: replies(4, 6), nextCursor: 'before4' };
    expect(addEarlierReplies(pages, 'c', 'before7', answer)).toEqual(pages);
  });
});

describe('a page that is fetched again', () => {
  it.each([
    ['keeps them', thread(40, 90, 'before40'), 1, 90, 'start'],
    ['keeps them beside new replies', thread(45, 95, 'before45'), 1, 95, 'start'],
    ['drops them after a gap', thread(92, 99, 'before92'), 92, 99, 'before92'],
    ['needs none if it has all', thread(30, 90, ''), 30, 90, ''],
  ])('%s', (_, fetched, from, until, cursor) => {
    const after = keepEarlierReplies(page(fetched), [page(), page(thread(1, 90, 'start'))]);
    expect(idsOf(after)).toEqual(ids(from, until));
    expect(after.comments[0]?.replies_cursor).toBe(cursor);
  });

  it('keeps comments that were not known', () => {
    const fetched = page(thread(1, 3, 'x'), fakeComment('new'));
    expect(keepEarlierReplies(fetched, [])).toEqual(fetched);
  });
});
