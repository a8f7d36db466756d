import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Comment } from '#/shared/api/types';
import { fakeSocial } from '#/shared/test/fake-social';
import { fakeComment, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { Comments } from './comments';

const reply = (at: number) => fakeComment(`r${at}`, { parent_comment_id: 'c' });
const range = (from: number, until: number): Comment[] =>
  Array.from({ length: until - from + 1 }, (_, at) => reply(from + at));

/** A comment with six replies, of which the list has the newest two; a page has two more. */
function serve(over: Partial<Comment> = {}) {
  const thread = { reply_count: 6, replies: range(5, 6), replies_cursor: 'before5', ...over };
  const cursors: (string | null)[] = [];
  const fake = fakeSocial({ comments: [fakeComment('c', thread)] });
  server.use(
    http.get('*/api/comments/c/replies', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      cursors.push(cursor);
      return cursor === 'before5'
        ? HttpResponse.json({ data: range(3, 4), nextCursor: 'before3' })
        : HttpResponse.json({ data: range(1, 2), nextCursor: '' });
    }),
  );
  return { cursors, fake };
}

const show = () => renderApp(<Comments character="ada-lovelace" />, { user: fakeUser() });
const shown = () =>
  screen
    .getAllByText(/^text of r/)
    .map(({ textContent }) => textContent.replace('text of ', ''))
    .join(' ');
const button = () => screen.getByRole('button', { name: 'Show earlier replies' });

// rule comments-earlier-replies
it('shows earlier replies page by page and keeps the focus', async () => {
  const { cursors } = serve();
  const { user } = show();
  expect(await screen.findByText('The newest 2 of 6 replies')).toBeVisible();
  await user.click(button());
  expect(await screen.findByText('The newest 4 of 6 replies')).toBeVisible();
  expect(shown()).toBe('r3 r4 r5 r6');
  expect(button()).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shown()).toBe('r1 r2 r3 r4 r5 r6'));
  expect(screen.queryByRole('button', { name: 'Show earlier replies' })).toBeNull();
  expect(screen.queryByText(/^The newest/)).toBeNull();
  const first = screen.getByText('text of r1').closest('article');
  await waitFor(() => expect(first).toHaveFocus());
  expect(cursors).toEqual(['before5', 'before3']);
});

it('shows no button if there are no earlier replies', async () => {
  serve({ reply_count: 2, replies_cursor: '' });
  show();
  await screen.findByText('text of r5');
  expect(screen.queryByRole('button', { name: 'Show earlier replies' })).toBeNull();
});

it('keeps a reply that was posted meanwhile, and counts it', async () => {
  serve();
  const { user } = show();
  await screen.findByRole('button', { name: 'Show earlier replies' });
  const [first] = screen.getAllByRole('button', { name: 'Reply' });
  if (first) await user.click(first);
  await user.type(
    screen.getByRole('textbox', { name: 'Reply to teodor' }),
    'Mine{Tab}{Tab}{Enter}',
  );
  expect(await screen.findByText('The newest 3 of 7 replies')).toBeVisible();
  await user.click(button());
  expect(await screen.findByText('The newest 5 of 7 replies')).toBeVisible();
  expect(screen.getByText('Mine')).toBeVisible();
});

it('keeps them when the list is fetched again', async () => {
  const { fake } = serve();
  const { user, client } = show();
  await screen.findByRole('button', { name: 'Show earlier replies' });
  await user.click(button());
  await screen.findByText('text of r3');
  const next = { reply_count: 7, replies: range(6, 7), replies_cursor: 'before6' };
  fake.comments = [fakeComment('c', next)];
  await client.refetchQueries({ queryKey: ['comments'] });
  expect(await screen.findByText('The newest 5 of 7 replies')).toBeVisible();
  expect(shown()).toBe('r3 r4 r5 r6 r7');
  await user.click(button());
  await waitFor(() => expect(shown()).toBe('r1 r2 r3 r4 r5 r6 r7'));
});

it('says that it failed and can be pressed again', async () => {
  serve();
  server.use(http.get('*/api/comments/c/replies', () => refusal(503, ''), { once: true }));
  const { user } = show();
  await screen.findByRole('button', { name: 'Show earlier replies' });
  await user.click(button());
  expect(await screen.findByText('The earlier replies could not be fetched.')).toBeVisible();
  await user.click(button());
  expect(await screen.findByText('text of r3')).toBeVisible();
});
