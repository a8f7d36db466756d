import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '#/shared/test/deferred';
import { fakeComment, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { fakeSocial } from '../test/fake-social';
import { Comments } from './comments';

const show = () => renderApp(<Comments character="ada-lovelace" />, { user: fakeUser() });

const rows = () => screen.queryAllByRole('article').map((row) => row.textContent);
const row = (text: string) => {
  const found = screen.getByText(text).closest('article');
  if (!found) throw new Error(`no comment ${text}`);
  return within(found);
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('replying', () => {
  const thread = () => {
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
    const fake = fakeSocial({ comments: thread() });
    const { user } = show();
    await screen.findByText(text);
    await user.click(row(text).getByRole('button', { name: 'Reply' }));
    const field = screen.getByRole('textbox', { name: label });
    expect(field).toHaveFocus();
    const send = within(field.closest('form') ?? field).getByRole('button', { name: 'Reply' });
    expect(send).toBeDisabled();
    await user.type(field, 'Agreed');
    await user.click(send);
    expect(await screen.findByText('Agreed')).toBeVisible();
    expect(fake.asked[0]?.body).toEqual({ comment: 'Agreed', parent_comment_id: 'c' });
    expect(screen.queryByRole('textbox', { name: label })).toBeNull();
    expect(row(text).getByRole('button', { name: 'Reply' })).toHaveFocus();
    expect(rows()).toHaveLength(3);
    expect(rows()[2]).toContain('Agreed');
  });

  it('can be put away by button and by Escape', async () => {
    fakeSocial({ comments: thread() });
    const { user } = show();
    await screen.findByText('text of c');
    const open = row('text of c').getByRole('button', { name: 'Reply' });
    for (const away of [
      () => user.click(screen.getByRole('button', { name: 'Cancel' })),
      () => user.keyboard('{Escape}'),
    ]) {
      await user.click(open);
      await away();
      expect(screen.queryByRole('textbox', { name: 'Reply to teodor' })).toBeNull();
      expect(open).toHaveFocus();
    }
  });

  it('keeps a text that Escape would lose', async () => {
    fakeSocial({ comments: thread() });
    const { user } = show();
    await screen.findByText('text of c');
    await user.click(row('text of c').getByRole('button', { name: 'Reply' }));
    await user.keyboard('half a thought{Escape}');
    expect(screen.getByRole('textbox', { name: 'Reply to teodor' })).toHaveValue('half a thought');
  });
});

describe('the like of a comment', () => {
  const heart = () => row('text of c').getByRole('button', { name: /^Like, / });

  it('shows at once, then what the server says', async () => {
    const gate = deferred<Response>();
    const fake = fakeSocial({
      comments: [fakeComment('c', { like_count: 3 })],
      next: { likeComment: () => gate.promise },
    });
    const { user } = show();
    await screen.findByText('text of c');
    await user.click(heart());
    await waitFor(() => expect(heart()).toHaveAccessibleName('Like, 4 likes'));
    expect(heart()).toHaveAttribute('aria-pressed', 'true');
    gate.resolve(HttpResponse.json({ is_liked: true, like_count: 12 }));
    await waitFor(() => expect(heart()).toHaveAccessibleName('Like, 12 likes'));
    expect(fake.asked[0]).toEqual({ kind: 'likeComment', id: 'c', body: { liked: true } });
  });

  it('is taken back and only logged when it fails', async () => {
    fakeSocial({
      comments: [fakeComment('c', { like_count: 3 })],
      next: { likeComment: () => refusal(500, 'broken') },
    });
    const { user } = show();
    await screen.findByText('text of c');
    await user.click(heart());
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    await waitFor(() => expect(heart()).toHaveAccessibleName('Like, 3 likes'));
    expect(heart()).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByText('broken')).toBeNull();
  });
});

describe('deleting', () => {
  const own = () => [fakeComment('c', { is_own: true }), fakeComment('d')];

  it('is offered on own comments alone, and asks first', async () => {
    const fake = fakeSocial({ comments: own() });
    const { user } = show();
    await screen.findByText('text of c');
    expect(row('text of d').queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(row('text of c').getByRole('button', { name: 'Delete' }));
    expect(screen.getByRole('group', { name: 'Delete this comment?' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    expect(fake.asked).toEqual([]);
    await user.click(row('text of c').getByRole('button', { name: 'Delete' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('text of c')).toBeNull());
    expect(screen.getByText('text of d')).toBeVisible();
    expect(fake.asked.map(({ kind, id }) => [kind, id])).toEqual([['delete', 'c']]);
  });

  it.each([
    ['gone already', () => refusal(404, 'This comment does not exist.'), null],
    ['not to be deleted now', () => refusal(500, ''), 'The comment could not be deleted.'],
  ])('of one that is %s', async (_, answer, text) => {
    fakeSocial({ comments: own(), next: { delete: answer } });
    const { user } = show();
    await screen.findByText('text of c');
    await user.click(row('text of c').getByRole('button', { name: 'Delete' }));
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
  it('takes a reason and tells the number', async () => {
    const fake = fakeSocial({ comments: [fakeComment('c'), fakeComment('o', { is_own: true })] });
    const { user } = show();
    await screen.findByText('text of c');
    expect(row('text of o').queryByRole('button', { name: 'Report' })).toBeNull();
    await user.click(row('text of c').getByRole('button', { name: 'Report' }));
    const field = screen.getByRole('textbox', { name: 'What is wrong with this comment?' });
    await user.type(field, 'It is an advertisement');
    const form = within(field.closest('form') ?? field);
    await user.click(form.getByRole('button', { name: 'Report' }));
    expect(await screen.findByText(/The report has the number R-7\./)).toBeVisible();
    expect(field).not.toBeInTheDocument();
    expect(fake.asked[0]).toEqual({
      kind: 'report',
      id: 'c',
      body: { reason: 'It is an advertisement' },
    });
  });

  it('keeps the reason when it fails', async () => {
    fakeSocial({ comments: [fakeComment('c')], next: { report: () => refusal(500, '') } });
    const { user } = show();
    await screen.findByText('text of c');
    await user.click(row('text of c').getByRole('button', { name: 'Report' }));
    const field = screen.getByRole('textbox', { name: 'What is wrong with this comment?' });
    await user.type(field, 'Spam');
    await user.click(
      within(field.closest('form') ?? field).getByRole('button', { name: 'Report' }),
    );
    expect(await screen.findByText('The report could not be sent.')).toBeVisible();
    expect(field).toHaveValue('Spam');
  });
});
