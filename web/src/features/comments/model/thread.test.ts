import { describe, expect, it } from 'vitest';
import type { Comment, CommentPage } from '#/shared/api/types';
import { fakeComment } from '#/shared/test/fakes';
import { addComment, changeComment, removeComment } from './thread';

const commentPage = (...comments: Comment[]): CommentPage => ({
  comments,
  hasMore: false,
  lastItemRef: '',
});
const fakeReply = (id: string, parent = 'b') => fakeComment(id, { parent_comment_id: parent });
const fakeThread = (over: Partial<Comment> = {}) =>
  fakeComment('b', { reply_count: 2, replies: [fakeReply('b1'), fakeReply('b2')], ...over });

/** The ids of comments in order, with the ids of their replies in brackets. */
const threadIdTexts = (pages: CommentPage[]) =>
  pages.map(({ comments }) =>
    comments
      .map(({ id, replies }) => (replies.length > 0 ? `${id}(${replies.map((r) => r.id)})` : id))
      .join(' '),
  );

const twoPages = () => [commentPage(fakeComment('a'), fakeThread()), commentPage(fakeComment('c'))];

describe('adding', () => {
  it('puts a comment first on the first page', () => {
    expect(threadIdTexts(addComment(twoPages(), fakeComment('new')))).toEqual([
      'new a b(b1,b2)',
      'c',
    ]);
  });

  // rule comments-order
  it('puts a reply last below its comment and counts it', () => {
    const pages = addComment(twoPages(), fakeReply('new'));
    expect(threadIdTexts(pages)).toEqual(['a b(b1,b2,new)', 'c']);
    expect(pages[0]?.comments[1]?.reply_count).toBe(3);
  });

  it('does not add a comment that a fetch has added meanwhile', () => {
    expect(addComment(twoPages(), fakeComment('c'))).toEqual(twoPages());
    expect(addComment(twoPages(), fakeReply('b1'))).toEqual(twoPages());
  });

  it('ignores a reply to a comment that is on no page', () => {
    expect(addComment(twoPages(), fakeReply('new', 'far'))).toEqual(twoPages());
  });
});

describe('changing', () => {
  it.each(['c', 'b2'])('changes only %s', (id) => {
    const pagesBefore = twoPages();
    const pagesAfter = changeComment(pagesBefore, id, (comment) => ({ ...comment, like_count: 9 }));
    const allComments = pagesAfter.flatMap(({ comments }) =>
      comments.flatMap((one) => [one, ...one.replies]),
    );
    expect(allComments.filter(({ like_count }) => like_count === 9).map((one) => one.id)).toEqual([
      id,
    ]);
    expect(pagesAfter[0]?.comments[0]).toBe(pagesBefore[0]?.comments[0]);
  });
});

describe('removing', () => {
  it('removes a comment without replies', () => {
    expect(threadIdTexts(removeComment(twoPages(), 'a'))).toEqual(['b(b1,b2)', 'c']);
  });

  it('leaves a placeholder for a comment with replies', () => {
    const pages = removeComment(twoPages(), 'b');
    expect(threadIdTexts(pages)).toEqual(['a b(b1,b2)', 'c']);
    expect(pages[0]?.comments[1]).toMatchObject({
      comment: '[deleted]',
      user: { name: 'Deleted user', avatar: null },
      is_deleted: true,
      is_own: false,
    });
  });

  it('leaves a placeholder also when not all replies are loaded', () => {
    const pages = removeComment([commentPage(fakeThread({ replies: [] }))], 'b');
    expect(pages[0]?.comments[0]?.is_deleted).toBe(true);
  });

  it('removes a reply and lowers the count', () => {
    const pages = removeComment(twoPages(), 'b1');
    expect(threadIdTexts(pages)).toEqual(['a b(b2)', 'c']);
    expect(pages[0]?.comments[1]?.reply_count).toBe(1);
  });

  it('removes a deleted comment with its last reply', () => {
    const deletedThread = fakeThread({
      is_deleted: true,
      reply_count: 1,
      replies: [fakeReply('b1')],
    });
    expect(
      threadIdTexts(removeComment([commentPage(deletedThread, fakeComment('c'))], 'b1')),
    ).toEqual(['c']);
    const livingThread = fakeThread({ reply_count: 1, replies: [fakeReply('b1')] });
    expect(threadIdTexts(removeComment([commentPage(livingThread)], 'b1'))).toEqual(['b']);
  });
});
