import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { LazyMemoryPanel } from './lazy-memory-panel';

const fakeMemory = (over: object = {}) => ({
  id: 'm1',
  text: 'Lives in Porto',
  kind: 'home',
  pinned: false,
  everywhere: false,
  edited: false,
  message_id: 'msg-1',
  created_at: '2026-11-01T10:00:00Z',
  ...over,
});

const defaultSettings = { enabled: true, tell_all: false, name: '', about: '' };

/** Serves a list of memories, which the writes change. The returned state records the writes. */
function serveMemories(list: ReturnType<typeof fakeMemory>[], summary = '') {
  const state = { list, settings: { ...defaultSettings }, calls: [] as unknown[] };
  const memoryPath = '*/api/messages/u1_20/memory';
  server.use(
    http.get(memoryPath, () => HttpResponse.json({ data: state.list, summary, previously: '' })),
    http.post(memoryPath, async ({ request }) => {
      const body = (await request.json()) as { text: string };
      state.calls.push(body);
      const madeMemory = fakeMemory({ id: 'm9', message_id: '', ...body });
      state.list = [madeMemory, ...state.list];
      return HttpResponse.json(madeMemory, { status: 201 });
    }),
    http.put(`${memoryPath}/:id`, async ({ request, params }) => {
      const body = (await request.json()) as object;
      state.calls.push(body);
      state.list = state.list.map((m) => (m.id === params['id'] ? { ...m, ...body } : m));
      return HttpResponse.json(fakeMemory(body));
    }),
    http.delete(`${memoryPath}/:id`, ({ params }) => {
      state.calls.push(params['id']);
      state.list = state.list.filter((m) => m.id !== params['id']);
      return HttpResponse.json({ success: true });
    }),
    http.delete(memoryPath, () => {
      state.calls.push('all');
      state.list = [];
      return HttpResponse.json({ success: true });
    }),
    http.get('*/api/user/memory', () => HttpResponse.json(state.settings)),
    http.put('*/api/user/memory', async ({ request }) => {
      state.settings = (await request.json()) as typeof state.settings;
      state.calls.push(state.settings);
      return HttpResponse.json(state.settings);
    }),
  );
  return state;
}

function renderMemoryPanel(onShowMessage = vi.fn()) {
  const { user } = renderApp(
    <Suspense>
      <LazyMemoryPanel
        userId="u1"
        conversationId="u1_20"
        name="Ada Lovelace"
        onShowMessage={onShowMessage}
      />
    </Suspense>,
    { user: fakeUser() },
  );
  return user;
}

const findMemoryList = () => screen.findByRole('list', { name: 'What Ada Lovelace remembers' });

// rules memory-panel, memory-receipt
it('lists each thing with the message it comes from', async () => {
  serveMemories(
    [fakeMemory(), fakeMemory({ id: 'm2', text: 'Likes tea', message_id: '' })],
    'They spoke of rivers.',
  );
  const onShowMessage = vi.fn();
  const user = renderMemoryPanel(onShowMessage);
  const [first, second] = within(await findMemoryList()).getAllByRole('listitem');
  await user.click(within(first as HTMLElement).getByRole('button', { name: 'From this message' }));
  expect(onShowMessage).toHaveBeenCalledWith('msg-1');
  expect(second).toHaveTextContent('by you');
  expect(within(second as HTMLElement).queryByText('From this message')).toBeNull();
  expect(screen.getByText('They spoke of rivers.')).toBeVisible();
});

// rules memory-panel, memory-pin, memory-edit
it('pins and edits', async () => {
  const state = serveMemories([fakeMemory()]);
  const user = renderMemoryPanel();
  await user.click(await screen.findByRole('button', { name: 'Pin: Lives in Porto' }));
  expect(await screen.findByRole('button', { name: 'Unpin: Lives in Porto' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit: Lives in Porto' }));
  const field = screen.getByRole('textbox', { name: 'What is remembered' });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'Lives in Lisbon{Enter}');
  expect(await screen.findByText('Lives in Lisbon')).toBeVisible();
  expect(state.calls).toEqual([{ pinned: true }, { text: 'Lives in Lisbon' }]);
});

// rules memory-panel, memory-walls
it('tells one to all characters', async () => {
  const state = serveMemories([fakeMemory()]);
  const user = renderMemoryPanel();
  const button = await screen.findByRole('button', { name: 'Tell all characters: Lives in Porto' });
  expect(button).not.toBePressed();
  await user.click(button);
  expect(await screen.findByText(/told to all characters/)).toBeVisible();
  expect(button).toBePressed();
  expect(state.calls).toEqual([{ everywhere: true }]);
});

// rule memory-panel
it('leaves a text as it was after Escape', async () => {
  const state = serveMemories([fakeMemory()]);
  const user = renderMemoryPanel();
  await user.click(await screen.findByRole('button', { name: 'Edit: Lives in Porto' }));
  await user.type(screen.getByRole('textbox', { name: 'What is remembered' }), 'x{Escape}');
  expect(screen.getByText('Lives in Porto')).toBeVisible();
  expect(state.calls).toEqual([]);
});

// rules memory-panel, memory-deleted
it('deletes one and passes the focus on', async () => {
  serveMemories([fakeMemory(), fakeMemory({ id: 'm2', text: 'Likes tea' })]);
  const user = renderMemoryPanel();
  await user.click(await screen.findByRole('button', { name: 'Forget: Lives in Porto' }));
  await waitFor(() => expect(screen.queryByText('Lives in Porto')).toBeNull());
  expect(screen.getByRole('button', { name: 'Forget: Likes tea' })).toHaveFocus();
});

// rules memory-panel, memory-add, memory-limits
it('adds, and keeps the text of a refused one', async () => {
  const state = serveMemories([]);
  const user = renderMemoryPanel();
  const field = await screen.findByRole('textbox', { name: 'Something to remember' });
  expect(screen.getByText('Ada Lovelace remembers nothing of you yet.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  await user.type(field, '  Likes tea {Enter}');
  expect(await screen.findByText('Likes tea')).toBeVisible();
  expect(field).toHaveValue('');
  expect(state.calls).toEqual([{ text: 'Likes tea' }]);
  const knownText = 'This is remembered already.';
  server.use(
    http.post('*/api/messages/u1_20/memory', () => refusal(409, knownText, 'memory_known')),
  );
  await user.type(field, 'Likes tea{Enter}');
  expect(await screen.findByText(knownText)).toBeVisible();
  expect(field).toHaveValue('Likes tea');
});

// rules memory-panel, memory-delete-all
it('asks before it forgets everything', async () => {
  const state = serveMemories([fakeMemory()]);
  const user = renderMemoryPanel();
  await screen.findByText('Lives in Porto');
  await user.click(screen.getByRole('button', { name: 'Forget everything' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(state.calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Forget everything' }));
  await user.click(await screen.findByRole('button', { name: 'Forget' }));
  await waitFor(() => expect(screen.queryByText('Lives in Porto')).toBeNull());
  expect(state.calls).toEqual(['all']);
});

// rules memory-panel, memory-off, memory-card
it('saves switches and card, and takes a refused press back', async () => {
  const state = serveMemories([]);
  const user = renderMemoryPanel();
  const tellAllSwitch = await screen.findByRole('switch', { name: 'Tell all characters' });
  await user.click(tellAllSwitch);
  await waitFor(() => expect(state.calls).toEqual([{ ...defaultSettings, tell_all: true }]));
  expect(tellAllSwitch).toBeChecked();
  await user.type(screen.getByLabelText('What characters call you'), 'Ada');
  await user.type(screen.getByLabelText('A few lines about you'), 'I write.');
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect(await screen.findByText('Your card is saved.')).toBeVisible();
  expect(state.calls[1]).toEqual({
    ...defaultSettings,
    tell_all: true,
    name: 'Ada',
    about: 'I write.',
  });
  server.use(http.put('*/api/user/memory', () => refusal(503, 'Not now')));
  const rememberSwitch = screen.getByRole('switch', { name: 'Remember what I tell' });
  await user.click(rememberSwitch);
  await waitFor(() => expect(rememberSwitch).toBeChecked());
  expect(await screen.findByText('Not now')).toBeVisible();
});

// rule memory-card
it('says when the card is too long', async () => {
  const state = serveMemories([]);
  const user = renderMemoryPanel();
  await user.click(await screen.findByLabelText('A few lines about you'));
  await user.paste('a'.repeat(601));
  await user.click(screen.getByRole('button', { name: 'Save card' }));
  expect(await screen.findByText('At most 600 characters.')).toBeVisible();
  expect(state.calls).toEqual([]);
});
