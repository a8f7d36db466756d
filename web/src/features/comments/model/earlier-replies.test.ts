import { describe, expect, it } from 'vitest';
import type { Comment, CommentPage } from '#/shared/api/types';
import { fakeComment } from '#/shared/test/fakes';
import { addEarlierReplies, keepEarlierReplies } from './earlier-replies';

const commentPage = (...comments: Comment[]): CommentPage => ({
  comments,
  hasMore: false,
  lastItemRef: '',
});

/** Replies `from` to `until` of a hundred, oldest first. */
const fakeReplies = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, at) =>
    fakeComment(`r${from + at}`, { parent_comment_id: 'c' }),
  );
const fakeThread = (from: number, until: number, cursor: string) =>
  fakeComment('c', { reply_count: 100, replies: fakeReplies(from, until), replies_cursor: cursor });

const replyIds = (result: CommentPage | undefined) =>
  result?.comments[0]?.replies.map(({ id }) => id);
const expectedIds = (from: number, until: number) => fakeReplies(from, until).map(({ id }) => id);

describe('adding earlier replies', () => {
  // rule comments-earlier-replies
  it('puts them before the others and keeps the next cursor', () => {
    const pages = [commentPage(fakeComment('a')), commentPage(fakeThread(7, 9, 'before7'))];
    const answer = { data: fakeReplies(4, 6), nextCursor: 'before4' };
    const [, after] = addEarlierReplies(pages, 'c', 'before7', answer);
    expect(replyIds(after)).toEqual(expectedIds(4, 9));
    expect(after?.comments[0]).toMatchObject({ replies_cursor: 'before4', reply_count: 100 });
  });

  it('adds none twice', () => {
    const answer = { data: fakeReplies(4, 7), nextCursor: '' };
    const [after] = addEarlierReplies([commentPage(fakeThread(7, 9, 'x'))], 'c', 'x', answer);
    expect(replyIds(after)).toEqual(expectedIds(4, 9));
  });

  it('ignores an answer to a cursor that the comment no longer has', () => {
    const pages = [commentPage(fakeThread(50, 60, 'before50'))];
    const answer = { data: fakeReplies(4, 6), nextCursor: 'before4' };
    expect(addEarlierReplies(pages, 'c', 'before7', answer)).toEqual(pages);
  });
});

describe('a page that is fetched again', () => {
  it.each([
    ['keeps them', fakeThread(40, 90, 'before40'), 1, 90, 'start'],
    ['keeps them beside new replies', fakeThread(45, 95, 'before45'), 1, 95, 'start'],
    ['drops them after a gap', fakeThread(92, 99, 'before92'), 92, 99, 'before92'],
    ['needs none if it has all', fakeThread(30, 90, ''), 30, 90, ''],
  ])('%s', (_, fetched, from, until, cursor) => {
    const mergedPage = keepEarlierReplies(commentPage(fetched), [
      commentPage(),
      commentPage(fakeThread(1, 90, 'start')),
    ]);
    expect(replyIds(mergedPage)).toEqual(expectedIds(from, until));
    expect(mergedPage.comments[0]?.replies_cursor).toBe(cursor);
  });

  it('keeps comments that were not known', () => {
    const fetchedPage = commentPage(fakeThread(1, 3, 'x'), fakeComment('new'));
    expect(keepEarlierReplies(fetchedPage, [])).toEqual(fetchedPage);
  });
});
