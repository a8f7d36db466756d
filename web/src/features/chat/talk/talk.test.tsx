import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { fakeSession, replyRow, userMessageRow } from '../test/fakes';
import { chatServer, nextStream, openChat, user } from '../test/rendered-chat';

const talkMessages = [
  userMessageRow('m1', { content: 'Hello' }),
  replyRow('m2', { content: 'A reply', reply_to: 'm1' }),
];
const messagesPath = '*/api/messages/u1_20';

beforeEach(() => setDesktop(true));

const findTalkMenu = () => screen.findByRole('button', { name: 'Talk menu' });
async function chooseInTalkMenu(name: string) {
  await user.click(await findTalkMenu());
  await user.click(await screen.findByRole('button', { name }));
}

// rule chat-talk-menu
it('has the exports as links that save a file', async () => {
  await openChat({ messages: talkMessages });
  await user.click(await findTalkMenu());
  for (const [name, format] of [
    ['Export as Markdown', 'md'],
    ['Export as JSON', 'json'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link).toHaveAttribute('href', `/api/messages/u1_20/export?format=${format}`);
    expect(link).toHaveAttribute('download');
  }
  await user.keyboard('{Escape}');
  expect(await findTalkMenu()).toHaveFocus();
});

// rule chat-talk-menu
it('offers no new start where nothing was said, and no menu where nothing is stored', async () => {
  const { unmount } = await openChat();
  await user.click(await findTalkMenu());
  expect(screen.getByRole('button', { name: 'Rename' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start over' })).toBeNull();
  unmount();
  await openChat({ session: fakeSession({ is_locked: true }, { is_locked: true }) }).catch(() => 0);
  await screen.findByRole('button', { name: 'Search messages' });
  expect(screen.queryByRole('button', { name: 'Talk menu' })).toBeNull();
});

// rule chat-title-shown
it('renames, and shows the title with the name beside it', async () => {
  await openChat({ messages: talkMessages });
  const sentBodies: unknown[] = [];
  server.use(
    http.put('*/api/session/u1_20', async ({ request }) => {
      sentBodies.push(await request.json());
      chatServer.session = fakeSession({ title: 'Engines' });
      chatServer.sessions = [chatServer.session];
      return HttpResponse.json(chatServer.session);
    }),
  );
  await chooseInTalkMenu('Rename');
  const dialog = await screen.findByRole('dialog', { name: 'Rename this talk' });
  const field = within(dialog).getByRole('textbox', { name: 'Title' });
  expect(field).toHaveFocus();
  await user.type(field, '  Engines {Enter}');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Engines Ada Lovelace' }),
  ).toBeVisible();
  expect(sentBodies).toEqual([{ title: 'Engines' }]);
  expect(document.title).toMatch(/^Engines/);
  expect(await screen.findByRole('link', { name: /Engines.*Ada Lovelace · So the/ })).toBeVisible();
  expect(await findTalkMenu()).toHaveFocus();
});

// rule chat-title-shown
it('keeps a title that is refused, and says why at the field', async () => {
  await openChat({ messages: talkMessages });
  await chooseInTalkMenu('Rename');
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.click(field);
  await user.paste('a'.repeat(81));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('At most 80 characters.')).toBeVisible();
  server.use(http.put('*/api/session/u1_20', () => refusal(503, 'Not now')));
  await user.keyboard('{Backspace}{Enter}');
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(field).toHaveValue('a'.repeat(80));
});

// rule chat-start-over-asks
it('asks before it starts over, and shows the greeting afterwards', async () => {
  await openChat({ messages: talkMessages });
  let callCount = 0;
  server.use(
    http.post(`${messagesPath}/start-over`, () => {
      callCount += 1;
      chatServer.messages = [replyRow('g2', { content: 'Good day again.' })];
      return HttpResponse.json(chatServer.session);
    }),
  );
  await user.type(screen.getByRole('textbox', { name: 'Write to Ada Lovelace' }), 'A draft');
  await chooseInTalkMenu('Start over');
  const dialog = await screen.findByRole('dialog', { name: 'Start over?' });
  expect(dialog).toHaveAccessibleDescription(/kept in an archive, under Earlier talks/);
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(callCount).toBe(0);
  await chooseInTalkMenu('Start over');
  const reopenedDialog = await screen.findByRole('dialog', { name: 'Start over?' });
  await user.click(within(reopenedDialog).getByRole('button', { name: 'Start over' }));
  expect(await screen.findByText('Good day again.')).toBeVisible();
  expect(screen.queryByText('A reply')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Write to Ada Lovelace' })).toHaveValue('A draft');
  expect(document.body).not.toHaveFocus();
});

it('keeps the talk if it cannot be started over', async () => {
  await openChat({ messages: talkMessages });
  server.use(http.post(`${messagesPath}/start-over`, () => refusal(403, 'This chat is locked.')));
  await chooseInTalkMenu('Start over');
  const dialog = await screen.findByRole('dialog', { name: 'Start over?' });
  await user.click(within(dialog).getByRole('button', { name: 'Start over' }));
  expect(await screen.findByText('This chat is locked.')).toBeVisible();
  expect(screen.getByText('A reply')).toBeInTheDocument();
});

function serveArchives() {
  const archive = (id: string, kind: string) => ({
    id,
    kind,
    message_count: 3,
    lastMessage: { content: `Last of *${id}*` },
    created_at: '2026-11-20T20:00:00Z',
  });
  const recordedIds = { restored: [] as string[], read: [] as string[] };
  server.use(
    http.get(`${messagesPath}/archives`, () =>
      HttpResponse.json({ data: [archive('whole', 'start_over'), archive('part', 'edit')] }),
    ),
    http.get(messagesPath, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const id = searchParams.get('archive');
      if (id === null) return HttpResponse.json({ messages: chatServer.messages, hasMore: false });
      const cursor = searchParams.get('before') ?? '';
      recordedIds.read.push(`${id} ${cursor}`);
      const text = cursor === '' ? 'New words' : 'Old words';
      const messages = [userMessageRow(`u${cursor}`, { content: text })];
      return HttpResponse.json({ messages, hasMore: cursor === '' });
    }),
    http.post(`${messagesPath}/archives/:id/restore`, ({ params }) => {
      recordedIds.restored.push(String(params['id']));
      chatServer.messages = [replyRow('r', { content: 'The old talk' })];
      return HttpResponse.json(chatServer.session);
    }),
  );
  return recordedIds;
}

// rule chat-earlier-talks
it('lists the archives, shows one page by page, and brings it back', async () => {
  await openChat({ messages: talkMessages });
  const state = serveArchives();
  await chooseInTalkMenu('Earlier talks');
  const drawer = await screen.findByRole('dialog', { name: 'Earlier talks' });
  const [first] = await within(drawer).findAllByRole('listitem');
  expect(first).toHaveTextContent(/2026.*3 messages.*Last of whole/);
  await user.click(within(drawer).getByRole('button', { name: /Last of whole/ }));
  expect(await within(drawer).findByText('New words')).toBeVisible();
  await user.click(within(drawer).getByRole('button', { name: 'Load earlier messages' }));
  await within(drawer).findByText('Old words');
  expect(drawer).toHaveTextContent(/Old words.*New words/);
  expect(state.read).toEqual(['whole ', 'whole u']);
  await user.click(within(drawer).getByRole('button', { name: 'All earlier talks' }));
  expect(await within(drawer).findByRole('button', { name: /Last of whole/ })).toHaveFocus();
  await user.click(within(drawer).getByRole('button', { name: /Last of whole/ }));
  await user.click(await within(drawer).findByRole('button', { name: 'Bring this talk back' }));
  expect(await screen.findByText('The old talk')).toBeVisible();
  expect(state.restored).toEqual(['whole']);
});

// rule chat-earlier-talks
it('brings back no part of a talk, and nothing where nothing can be written', async () => {
  const session = fakeSession({}, { is_active: false });
  await openChat({ messages: talkMessages, session });
  serveArchives();
  await chooseInTalkMenu('Earlier talks');
  for (const name of [/Last of part/, /Last of whole/]) {
    await user.click(await screen.findByRole('button', { name }));
    await screen.findByText('New words');
    expect(screen.queryByRole('button', { name: 'Bring this talk back' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All earlier talks' }));
  }
  expect(screen.getByText('Put aside when you edited a message')).toBeVisible();
});

it('says that there are none, and can repeat a read that failed', async () => {
  await openChat({ messages: talkMessages });
  server.use(
    http.get(`${messagesPath}/archives`, () => refusal(500, ''), { once: true }),
    http.get(`${messagesPath}/archives`, () => HttpResponse.json({ data: [] })),
  );
  await chooseInTalkMenu('Earlier talks');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No earlier talks')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await findTalkMenu()).toHaveFocus();
});

// rule chat-lines-move
it('marks a chat without an answer until the first words', async () => {
  await openChat();
  const chatHeader = () => screen.getByRole('heading', { level: 1 }).closest('header');
  await waitFor(() => expect(chatHeader()).toHaveAttribute('data-flat'));
  const stream = nextStream();
  await user.type(
    screen.getByRole('textbox', { name: 'Write to Ada Lovelace' }),
    'What is a loop?{Enter}',
  );
  expect(chatHeader()).toHaveAttribute('data-flat');
  act(() => stream.writePiece('A figure.'));
  await waitFor(() => expect(chatHeader()).not.toHaveAttribute('data-flat'));
  stream.writeEnd();
});

it('marks no chat with an answer', async () => {
  await openChat({ messages: talkMessages });
  expect(screen.getByRole('heading', { level: 1 }).closest('header')).not.toHaveAttribute(
    'data-flat',
  );
});
