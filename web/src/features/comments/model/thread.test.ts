import { describe, expect, it } from 'vitest';
import type { Comment, CommentPage } from '#/shared/api/types';
import { fakeComment } from '#/shared/test/fakes';
import { addComment, changeComment, removeComment } from './thread';

const page = (...comments: Comment[]): CommentPage => ({
  comments,
  hasMore: false,
  lastItemRef: '',
});
const reply = (id: string, parent = 'b') => fakeComment(id, { parent_comment_id: parent });
const withReplies = (over: Partial<Comment> = {}) =>
  fakeComment('b', { reply_count: 2, replies: [reply('b1'), reply('b2')], ...over });

/** The ids of comments in order, with the ids of their replies in brackets. */
const shape = (pages: CommentPage[]) =>
  pages.map(({ comments }) =>
    comments
      .map(({ id, replies }) => (replies.length > 0 ? `${id}(${replies.map((r) => r.id)})` : id))
      .join(' '),
  );

const two = () => [page(fakeComment('a'), withReplies()), page(fakeComment('c'))];

describe('adding', () => {
  it('puts a comment first on the first page', () => {
    expect(shape(addComment(two(), fakeComment('new')))).toEqual(['new a b(b1,b2)', 'c']);
  });

  // rule comments-order
  it('puts a reply last below its comment and counts it', () => {
    const pages = addComment(two(), reply('new'));
    expect(shape(pages)).toEqual(['a b(b1,b2,new)', 'c']);
    expect(pages[0]?.comments[1]?.reply_count).toBe(3);
  });

  it('does not add a comment that a fetch has added meanwhile', () => {
    expect(addComment(two(), fakeComment('c'))).toEqual(two());
    expect(addComment(two(), reply('b1'))).toEqual(two());
  });

  it('ignores a reply to a comment that is on no page', () => {
    expect(addComment(two(), reply('new', 'far'))).toEqual(two());
  });
});

describe('changing', () => {
  it.each(['c', 'b2'])('changes only %s', (id) => {
    const before = two();
    const after = changeComment(before, id, (comment) => ({ ...comment, like_count: 9 }));
    const all = after.flatMap(({ comments }) => comments.flatMap((one) => [one, ...one.replies]));
    expect(all.filter(({ like_count }) => like_count === 9).map((one) => one.id)).toEqual([id]);
    expect(after[0]?.comments[0]).toBe(before[0]?.comments[0]);
  });
});

describe('removing', () => {
  it('removes a comment without replies', () => {
    expect(shape(removeComment(two(), 'a'))).toEqual(['b(b1,b2)', 'c']);
  });

  it('leaves a placeholder for a comment with replies', () => {
    const pages = removeComment(two(), 'b');
    expect(shape(pages)).toEqual(['a b(b1,b2)', 'c']);
    expect(pages[0]?.comments[1]).toMatchObject({
      comment: '[deleted]',
      user: { name: 'Deleted user', avatar: null },
      is_deleted: true,
      is_own: false,
    });
  });

  it('leaves a placeholder also when not all replies are loaded', () => {
    const pages = removeComment([page(withReplies({ replies: [] }))], 'b');
    expect(pages[0]?.comments[0]?.is_deleted).toBe(true);
  });

  it('removes a reply and lowers the count', () => {
    const pages = removeComment(two(), 'b1');
    expect(shape(pages)).toEqual(['a b(b2)', 'c']);
    expect(pages[0]?.comments[1]?.reply_count).toBe(1);
  });

  it('removes a deleted comment with its last reply', () => {
    const left = withReplies({ is_deleted: true, reply_count: 1, replies: [reply('b1')] });
    expect(shape(removeComment([page(left, fakeComment('c'))], 'b1'))).toEqual(['c']);
    const living = withReplies({ reply_count: 1, replies: [reply('b1')] });
    expect(shape(removeComment([page(living)], 'b1'))).toEqual(['b']);
  });
});
