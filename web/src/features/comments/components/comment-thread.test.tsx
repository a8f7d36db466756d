import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { deferred } from '#/shared/test/deferred';
import { fakeSocial } from '#/shared/test/fake-social';
import { fakeComment, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { Comments } from './comments';

const renderComments = () => renderApp(<Comments character="ada-lovelace" />, { user: fakeUser() });

const commentTexts = () => screen.queryAllByRole('article').map((row) => row.textContent);
const commentRow = (text: string) => {
  const row = screen.getByText(text).closest('article');
  if (!row) throw new Error(`no comment ${text}`);
  return within(row);
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('replying', () => {
  const fakeThread = () => {
    const reply = fakeComment('r', {
      parent_comment_id: 'c',
      user: { name: 'ruth', avatar: null },
    });
    return [fakeComment('c', { replies: [reply], reply_count: 1 })];
  };

  it.each([
    ['a comment', 'text of c', 'Reply to teodor'],
    ['a reply, below the same comment', 'text of r', 'Reply to ruth'],
  ])('answers %s', async (_, text, label) => {
    const socialServer = fakeSocial({ comments: fakeThread() });
    const { user } = renderComments();
    await screen.findByText(text);
    await user.click(commentRow(text).getByRole('button', { name: 'Reply' }));
    const field = screen.getByRole('textbox', { name: label });
    expect(field).toHaveFocus();
    const sendButton = within(field.closest('form') ?? field).getByRole('button', {
      name: 'Reply',
    });
    expect(sendButton).toBeDisabled();
    await user.type(field, 'Agreed');
    await user.click(sendButton);
    expect(await screen.findByText('Agreed')).toBeVisible();
    expect(socialServer.changeRequests[0]?.body).toEqual({
      comment: 'Agreed',
      parent_comment_id: 'c',
    });
    expect(screen.queryByRole('textbox', { name: label })).toBeNull();
    expect(commentRow(text).getByRole('button', { name: 'Reply' })).toHaveFocus();
    expect(commentTexts()).toHaveLength(3);
    expect(commentTexts()[2]).toContain('Agreed');
  });

  it('can be cancelled by button and by Escape', async () => {
    fakeSocial({ comments: fakeThread() });
    const { user } = renderComments();
    await screen.findByText('text of c');
    const replyButton = commentRow('text of c').getByRole('button', { name: 'Reply' });
    for (const away of [
      () => user.click(screen.getByRole('button', { name: 'Cancel' })),
      () => user.keyboard('{Escape}'),
    ]) {
      await user.click(replyButton);
      await away();
      expect(screen.queryByRole('textbox', { name: 'Reply to teodor' })).toBeNull();
      expect(replyButton).toHaveFocus();
    }
  });

  it('ignores Escape while the field has text', async () => {
    fakeSocial({ comments: fakeThread() });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(commentRow('text of c').getByRole('button', { name: 'Reply' }));
    await user.keyboard('half a thought{Escape}');
    expect(screen.getByRole('textbox', { name: 'Reply to teodor' })).toHaveValue('half a thought');
  });
});

describe('an unsent reply', () => {
  const reply = fakeComment('r', { parent_comment_id: 'c', user: { name: 'ruth', avatar: null } });
  const comments = [fakeComment('c', { replies: [reply], reply_count: 1 }), fakeComment('d')];

  it('is restored after a change of layout or a reload, without taking the focus', async () => {
    const socialServer = fakeSocial({ comments });
    const { user, unmount } = renderComments();
    await screen.findByText('text of c');
    await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Half a thought');
    await user.click(commentRow('text of c').getByRole('button', { name: 'Reply' }));
    await user.keyboard('Agreed');
    await user.click(commentRow('text of d').getByRole('button', { name: 'Report' }));
    await user.keyboard('Spam');
    unmount();
    const secondUser = renderComments().user;
    const field = await screen.findByRole('textbox', { name: 'Reply to teodor' });
    expect(field).toHaveValue('Agreed');
    expect(field).not.toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half a thought');
    expect(screen.getByRole('textbox', { name: /^What is wrong/ })).toHaveValue('Spam');
    await secondUser.click(
      within(field.closest('form') ?? field).getByRole('button', { name: 'Reply' }),
    );
    await waitFor(() => expect(field).not.toBeInTheDocument());
    expect(socialServer.changeRequests[0]?.body).toEqual({
      comment: 'Agreed',
      parent_comment_id: 'c',
    });
    expect(commentRow('text of c').getByText('text of c').closest('li')).toHaveFocus();
    expect(sessionStorage.getItem('comment_drafts')).not.toContain('Agreed');
  });

  it('is kept when another comment of the thread is replied to, and dropped by Cancel', async () => {
    fakeSocial({ comments });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(commentRow('text of c').getByRole('button', { name: 'Reply' }));
    await user.keyboard('Agreed');
    await user.click(commentRow('text of r').getByRole('button', { name: 'Reply' }));
    expect(screen.getByRole('textbox', { name: 'Reply to ruth' })).toHaveValue('Agreed');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(commentRow('text of c').getByRole('button', { name: 'Reply' }));
    expect(screen.getByRole('textbox', { name: 'Reply to teodor' })).toHaveValue('');
  });
});

describe('a login that has ended', () => {
  beforeEach(() => useModalStore.setState({ modal: null, afterLogin: null }));

  const unauthorizedAnswer = () => refusal(401, 'Unauthorized');
  const expectLoginOpens = () =>
    waitFor(() => expect(useModalStore.getState().modal).toBe('login'));

  it('opens the login modal on a comment, which keeps its text and is posted after the login', async () => {
    const socialServer = fakeSocial({ answers: { post: unauthorizedAnswer } });
    const { user } = renderComments();
    const field = screen.getByRole('textbox', { name: 'Add a comment' });
    await user.type(field, 'Still here');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await expectLoginOpens();
    expect(field).toHaveValue('Still here');
    expect(screen.queryByText('Unauthorized')).toBeNull();
    socialServer.answers = {};
    useModalStore.getState().afterLogin?.();
    expect(await screen.findByText('Still here', { selector: 'p' })).toBeVisible();
    await waitFor(() => expect(field).toHaveValue(''));
  });

  it.each(['likeComment', 'delete', 'report'] as const)('opens the login on %s', async (kind) => {
    const socialServer = fakeSocial({
      comments: [fakeComment('c', { is_own: kind === 'delete' })],
      answers: { [kind]: unauthorizedAnswer },
    });
    const { user } = renderComments();
    await screen.findByText('text of c');
    const pressButton = (name: string | RegExp) =>
      user.click(commentRow('text of c').getByRole('button', { name }));
    if (kind === 'likeComment') await pressButton(/^Like/);
    if (kind === 'delete') await pressButton('Delete').then(() => pressButton('Delete'));
    if (kind === 'report') {
      await pressButton('Report');
      await user.keyboard('Spam');
      const form = screen.getByRole('textbox', { name: /^What is wrong/ }).closest('form');
      if (!form) throw new Error('a form expected');
      await user.click(within(form).getByRole('button', { name: 'Report' }));
    }
    await expectLoginOpens();
    socialServer.answers = {};
    useModalStore.getState().afterLogin?.();
    await waitFor(() =>
      expect(socialServer.changeRequests.map((one) => one.kind)).toEqual([kind, kind]),
    );
    expect(socialServer.changeRequests[1]?.body).toEqual(socialServer.changeRequests[0]?.body);
  });
});

describe('a comment that its author has deleted meanwhile', () => {
  it('is removed from the list when it is liked', async () => {
    const socialServer = fakeSocial({
      comments: [fakeComment('c'), fakeComment('d')],
      answers: { likeComment: () => refusal(404, 'This comment does not exist.') },
    });
    const { user } = renderComments();
    await screen.findByText('text of c');
    socialServer.comments = [fakeComment('d')];
    await user.click(commentRow('text of c').getByRole('button', { name: /^Like/ }));
    await waitFor(() => expect(screen.queryByText('text of c')).toBeNull());
    expect(screen.getByText('text of d')).toBeVisible();
  });

  it('keeps the unsent reply to it and shows why it was refused', async () => {
    fakeSocial({
      comments: [fakeComment('c')],
      answers: { post: () => refusal(404, 'This comment does not exist.') },
    });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(commentRow('text of c').getByRole('button', { name: 'Reply' }));
    await user.keyboard('Agreed');
    const field = screen.getByRole('textbox', { name: 'Reply to teodor' });
    await user.click(within(field.closest('form') ?? field).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByText('This comment does not exist.')).toBeVisible();
    expect(field).toHaveValue('Agreed');
  });
});

describe('the like of a comment', () => {
  const likeButton = () => commentRow('text of c').getByRole('button', { name: /^Like(, | this)/ });

  it('shows at once, then what the server says', async () => {
    const gate = deferred<Response>();
    const socialServer = fakeSocial({
      comments: [fakeComment('c', { like_count: 3 })],
      answers: { likeComment: () => gate.promise },
    });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(likeButton());
    await waitFor(() => expect(likeButton()).toHaveAccessibleName('Like, 4 likes'));
    expect(likeButton()).toHaveAttribute('aria-pressed', 'true');
    gate.resolve(HttpResponse.json({ is_liked: true, like_count: 12 }));
    await waitFor(() => expect(likeButton()).toHaveAccessibleName('Like, 12 likes'));
    expect(socialServer.changeRequests[0]).toEqual({
      kind: 'likeComment',
      id: 'c',
      body: { liked: true },
    });
  });

  it('is rolled back and only logged when it fails', async () => {
    fakeSocial({
      comments: [fakeComment('c', { like_count: 3 })],
      answers: { likeComment: () => refusal(500, 'broken') },
    });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(likeButton());
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    await waitFor(() => expect(likeButton()).toHaveAccessibleName('Like, 3 likes'));
    expect(likeButton()).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByText('broken')).toBeNull();
  });
});

describe('deleting', () => {
  const ownComments = () => [fakeComment('c', { is_own: true }), fakeComment('d')];

  // rule comments-delete-own
  it('is offered on own comments only, and asks for confirmation', async () => {
    const socialServer = fakeSocial({ comments: ownComments() });
    const { user } = renderComments();
    await screen.findByText('text of c');
    expect(commentRow('text of d').queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(commentRow('text of c').getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('group', { name: 'Delete this comment?' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(socialServer.changeRequests).toEqual([]);
    await user.click(commentRow('text of c').getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('text of c')).toBeNull());
    expect(screen.getByText('text of d')).toBeVisible();
    expect(socialServer.changeRequests.map(({ kind, id }) => [kind, id])).toEqual([
      ['delete', 'c'],
    ]);
  });

  it.each([
    ['gone already', () => refusal(404, 'This comment does not exist.'), null],
    ['not to be deleted now', () => refusal(500, ''), 'The comment could not be deleted.'],
  ])('of one that is %s', async (_, answer, text) => {
    fakeSocial({ comments: ownComments(), answers: { delete: answer } });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(commentRow('text of c').getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    if (text) {
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getByText('text of c')).toBeVisible();
    } else {
      await waitFor(() => expect(screen.queryByText('text of c')).toBeNull());
    }
  });
});

describe('reporting', () => {
  // rule comments-report
  it('takes a reason and shows the ticket number', async () => {
    const socialServer = fakeSocial({
      comments: [fakeComment('c'), fakeComment('o', { is_own: true })],
    });
    const { user } = renderComments();
    await screen.findByText('text of c');
    expect(commentRow('text of o').queryByRole('button', { name: 'Report' })).toBeNull();
    await user.click(commentRow('text of c').getByRole('button', { name: 'Report' }));
    const field = screen.getByRole('textbox', { name: 'What is wrong with this comment?' });
    await user.type(field, 'It is an advertisement');
    const form = within(field.closest('form') ?? field);
    await user.click(form.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText(/The report has the number R-7\./)).toBeVisible();
    expect(field).not.toBeInTheDocument();
    expect(socialServer.changeRequests[0]).toEqual({
      kind: 'report',
      id: 'c',
      body: { reason: 'It is an advertisement' },
    });
  });

  // rule comments-failure-keeps-text
  it('keeps the reason when it fails', async () => {
    fakeSocial({ comments: [fakeComment('c')], answers: { report: () => refusal(500, '') } });
    const { user } = renderComments();
    await screen.findByText('text of c');
    await user.click(commentRow('text of c').getByRole('button', { name: 'Report' }));
    const field = screen.getByRole('textbox', { name: 'What is wrong with this comment?' });
    await user.type(field, 'Spam');
    await user.click(
      within(field.closest('form') ?? field).getByRole('button', { name: 'Report' }),
    );
    expect(await screen.findByText('The report could not be sent.')).toBeVisible();
    expect(field).toHaveValue('Spam');
  });
});
