import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionScope, useModalStore } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import { profileQuery } from '#/shared/api/profile';
import type { Profile } from '#/shared/api/types';
import { deferred } from '#/shared/test/deferred';
import { fakeSocial, manyComments } from '#/shared/test/fake-social';
import { fakeComment, fakeUser } from '#/shared/test/fakes';
import { stubIntersections } from '#/shared/test/near-end';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server, setSignedInCookie } from '#/shared/test/server';
import { Comments } from './comments';

const renderComments = (user: ReturnType<typeof fakeUser> | null = fakeUser()) =>
  renderApp(
    <SessionScope>
      <Comments character="ada-lovelace" />
    </SessionScope>,
    { user },
  );

const commentField = () => screen.getByRole('textbox', { name: 'Add a comment' });
const postButton = () => screen.getByRole('button', { name: 'Post' });
const commentTexts = () => screen.queryAllByRole('article').map((row) => row.textContent);
const commentRow = (text: string) => {
  const row = screen.getByText(text).closest('article');
  if (!row) throw new Error(`no comment ${text}`);
  return within(row);
};

beforeEach(() => {
  useModalStore.setState({ modal: null, afterLogin: null });
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('reading', () => {
  it('shows comments with their replies, ages and likes', async () => {
    vi.setSystemTime('2026-11-20T21:05:00Z');
    const reply = fakeComment('r', { parent_comment_id: 'c', comment: 'An answer' });
    fakeSocial({
      comments: [fakeComment('c', { like_count: 31, replies: [reply], reply_count: 1 })],
    });
    renderComments();
    expect(await screen.findByText('text of c')).toBeVisible();
    expect(screen.getByText('An answer')).toBeVisible();
    expect(commentRow('text of c').getByText('24m ago')).toBeVisible();
    expect(
      commentRow('text of c').getByRole('button', { name: 'Like, 31 likes' }),
    ).toHaveTextContent('31');
    expect(screen.getByText('No more comments')).toBeVisible();
  });

  it('shows no zero on the heart of a comment that nobody likes yet', async () => {
    fakeSocial({ comments: [fakeComment('c')] });
    renderComments();
    await screen.findByText('text of c');
    const heartButton = commentRow('text of c').getByRole('button', { name: 'Like this comment' });
    expect(heartButton).toHaveTextContent(/^Like$/);
  });

  it('says when there are no comments', async () => {
    fakeSocial();
    renderComments();
    expect(await screen.findByText('No comments yet')).toBeVisible();
    expect(screen.queryByText('No more comments')).toBeNull();
  });

  // rule comments-page-size
  it('fetches pages of ten by lastItemRef when the end comes near', async () => {
    const reachEnd = stubIntersections();
    const socialServer = fakeSocial({ comments: manyComments(23) });
    renderComments();
    await screen.findByText('text of c10');
    expect(screen.queryByText('text of c11')).toBeNull();
    expect(screen.queryByText('No more comments')).toBeNull();
    reachEnd();
    await screen.findByText('text of c20');
    reachEnd();
    await screen.findByText('text of c23');
    expect(socialServer.pageCursors).toEqual(['', '10', '20']);
    expect(screen.getByText('No more comments')).toBeVisible();
    expect(commentTexts()).toHaveLength(23);
  });

  it('retries a further page after a failure', async () => {
    const intersect = stubIntersections();
    fakeSocial({ comments: manyComments(11) });
    const { user } = renderComments();
    await screen.findByText('text of c10');
    server.use(http.get('*/api/profile/:id/comments', () => refusal(500, 'x'), { once: true }));
    intersect();
    expect(await screen.findByText('The next comments could not be fetched.')).toBeVisible();
    expect(screen.getByText('text of c1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('text of c11')).toBeVisible();
  });

  it('retries the first page after a failure', async () => {
    fakeSocial({ comments: manyComments(1) });
    server.use(http.get('*/api/profile/:id/comments', () => refusal(500, 'x'), { once: true }));
    const { user } = renderComments();
    expect(await screen.findByText('The comments could not be fetched.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('text of c1')).toBeVisible();
  });

  it('shows a placeholder for a deleted comment with replies', async () => {
    const deletedCommentFields = {
      comment: '[deleted]',
      is_deleted: true,
      reply_count: 60,
      replies_cursor: 'r',
    };
    const reply = fakeComment('r', { parent_comment_id: 'c' });
    fakeSocial({ comments: [fakeComment('c', { ...deletedCommentFields, replies: [reply] })] });
    renderComments();
    await screen.findByText('[deleted]');
    expect(commentRow('[deleted]').queryByRole('button')).toBeNull();
    expect(await screen.findByText('The newest 1 of 60 replies')).toBeVisible();
  });

  // rule comments-plain-text
  it('shows hostile texts as text', async () => {
    const texts = ['<img src=x onerror=alert(1)>', '**bold** [x](javascript:1)', '&lt;b&gt;'];
    fakeSocial({ comments: texts.map((comment, at) => fakeComment(`c${at}`, { comment })) });
    const { container } = renderComments();
    for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
    expect(container.querySelectorAll('article :is(img, b, strong, a, script)')).toHaveLength(0);
  });
});

describe('posting', () => {
  // rule comments-nothing-empty
  it('is disabled while there is nothing to post', async () => {
    fakeSocial();
    const { user } = renderComments();
    expect(postButton()).toBeDisabled();
    await user.type(commentField(), '  {Enter} ');
    expect(postButton()).toBeDisabled();
    await user.type(commentField(), 'x');
    expect(postButton()).toBeEnabled();
  });

  it('puts the comment on top, counts it and clears the box', async () => {
    const socialServer = fakeSocial({ comments: manyComments(1) });
    const { user, client } = renderComments();
    await client.prefetchQuery(profileQuery('ada-lovelace'));
    await screen.findByText('text of c1');
    await user.type(commentField(), '  Corrected my sums. ');
    await user.click(postButton());
    await waitFor(() => expect(commentTexts()).toHaveLength(2));
    expect(commentTexts()[0]).toContain('Corrected my sums.');
    expect(commentField()).toHaveValue('');
    expect(commentField()).toHaveFocus();
    expect(screen.getByText('Your comment was posted.')).toHaveAttribute('aria-live', 'polite');
    expect(socialServer.changeRequests).toEqual([
      {
        kind: 'post',
        id: 'ada-lovelace',
        body: { comment: 'Corrected my sums.', parent_comment_id: null },
      },
    ]);
    const profile = client.getQueryData<Profile>(sharedKeys.profile('ada-lovelace'));
    expect(profile?.stats.comments).toBe(1);
  });

  // rule comments-failure-keeps-text
  it('ignores presses while it is being sent, and keeps the text on a failure', async () => {
    const gate = deferred<Response>();
    const socialServer = fakeSocial({ answers: { post: () => gate.promise } });
    const { user } = renderComments();
    await screen.findByText('No comments yet');
    await user.type(commentField(), 'Twice?');
    await user.click(postButton());
    expect(postButton()).toHaveAttribute('aria-disabled', 'true');
    expect(commentField()).toHaveAttribute('readonly');
    await user.click(postButton());
    await user.keyboard('{Enter}');
    gate.resolve(refusal(429, 'That was a lot at once.', 'rate_limited'));
    expect(await screen.findByText('That was a lot at once.')).toBeVisible();
    expect(commentField()).toHaveValue('Twice?');
    expect(socialServer.changeRequests).toHaveLength(1);
    expect(screen.getByText('No comments yet')).toBeVisible();
  });

  it.each([
    [
      'the words about the field',
      () => refusal(422, 'Odd', 'validation', { comment: 'Comment contains x' }),
      'Comment contains x',
    ],
    [
      'our own words when nobody answers',
      () => HttpResponse.error(),
      'The comment could not be posted.',
    ],
  ])('says %s', async (_, answer, text) => {
    fakeSocial({ answers: { post: answer } });
    const { user } = renderComments();
    await user.type(commentField(), 'Hello');
    await user.click(postButton());
    expect(await screen.findByText(text)).toBeVisible();
    expect(commentField()).toHaveValue('Hello');
  });

  it('shows the number of characters left, and that a text is too long', async () => {
    fakeSocial();
    const { user } = renderComments();
    await user.click(commentField());
    await user.paste('x'.repeat(950));
    expect(commentField()).toHaveAccessibleDescription('50 left');
    await user.paste('🜁'.repeat(51));
    expect(commentField()).toHaveAccessibleDescription(
      'Comment is too long (at most 1,000 characters)',
    );
    expect(commentField()).toHaveAttribute('aria-invalid', 'true');
    expect(postButton()).toBeDisabled();
  });

  it('posts a visitor’s comment after the login', async () => {
    const socialServer = fakeSocial();
    const { user, client } = renderComments(null);
    await screen.findByText('No comments yet');
    await user.type(commentField(), 'From outside');
    await user.click(postButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(socialServer.changeRequests).toEqual([]);
    client.setQueryData(['me'], fakeUser());
    useModalStore.getState().afterLogin?.();
    expect(await screen.findByText('From outside')).toBeVisible();
    expect(commentField()).toHaveValue('');
  });
});

describe('a user whose address is not confirmed', () => {
  const text = 'Confirm your email address to comment.';

  async function postUnconfirmed() {
    const me = fakeUser({ email_verified: false });
    setSignedInCookie();
    const socialServer = fakeSocial({
      answers: { post: () => refusal(403, text, 'email_unverified') },
    });
    const onResend = vi.fn();
    server.use(
      http.get('*/api/auth/me', () => HttpResponse.json(me)),
      http.post('*/api/auth/verify-email/resend', () => {
        onResend();
        return HttpResponse.json({ message: 'ok' }, { status: 202 });
      }),
    );
    const view = renderComments(me);
    await screen.findByText('No comments yet');
    expect(screen.queryByText(text)).toBeNull();
    await view.user.type(commentField(), 'Hello');
    await view.user.click(postButton());
    expect(await screen.findByText(text)).toBeVisible();
    return { ...view, fake: socialServer, resent: onResend, me };
  }

  // rule comments-unconfirmed
  it('is asked to confirm it, without a toast, and keeps the text', async () => {
    const { user, resent } = await postUnconfirmed();
    expect(screen.getByText(text).closest('[role=alert]')).not.toBeNull();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(commentField()).toHaveValue('Hello');
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The mail is on its way.')).toBeVisible();
    expect(resent).toHaveBeenCalledTimes(1);
    expect(commentField()).toHaveValue('Hello');
  });

  // rule comments-unconfirmed
  it('can post once it is confirmed', async () => {
    const { client, fake, me, user } = await postUnconfirmed();
    client.setQueryData(sharedKeys.me, { ...me, email_verified: true });
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    fake.answers = {};
    await user.click(postButton());
    expect(await screen.findByText('Hello', { selector: '.comment__text' })).toBeVisible();
  });
});
