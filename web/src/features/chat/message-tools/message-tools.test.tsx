import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import { greeting, replyRow, sessionId, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';
import { chatServer, messageField, nextStream, openChat, user } from '../test/rendered-chat';

const now = '2026-11-20T21:00:00Z';
const messagesPath = `*/api/messages/${sessionId}`;
const question = userMessageRow('m1', { content: 'What is an engine?' });
const versions = [
  { id: 'm2', created_at: now },
  { id: 'm3', created_at: now, guidance: 'shorter' },
  { id: 'm4', created_at: now },
];

const replyToQuestion = (id: string, over: object = {}) =>
  replyRow(id, { reply_to: 'm1', content: `answer ${id}`, ...over });

/** The messages of the log, with version `id` of the last reply. */
function messagesWithVersion(id: string, over: object = {}) {
  const guidance = versions.find((version) => version.id === id)?.guidance;
  return [
    replyRow('g', { content: greeting }),
    question,
    replyToQuestion(id, { alternatives: versions, ...(guidance && { guidance }), ...over }),
  ];
}

const button = (name: string) => screen.findByRole('button', { name });
const versionLabel = () => screen.getByText(/^Version \d/);

/** The row with this text. */
function rowOf(text: string): HTMLElement {
  const row = screen.getByText(text, { exact: false }).closest<HTMLElement>('.log__row');
  if (!row) throw new Error(`no row has ${text}`);
  return row;
}

/**
 * Presses a tool of the user's message. The tools are shown while the pointer is over the message.
 */
async function pressUserMessageTool(name: string) {
  const row = rowOf('What is an engine?');
  await user.hover(within(row).getByText('What is an engine?', { exact: false }));
  await user.click(await within(row).findByRole('button', { name }));
}

/**
 * Serves the calls that choose a version, and returns the ids that were chosen. The first answer waits for
 * `firstAnswerGate`.
 */
function serveVersionChoices(firstAnswerGate: Promise<void> = Promise.resolve()) {
  const chosenVersionIds: string[] = [];
  server.use(
    http.put(`${messagesPath}/:id/alternative`, async ({ params }) => {
      const id = String(params['id']);
      chosenVersionIds.push(id);
      if (chosenVersionIds.length === 1) await firstAnswerGate;
      chatServer.messages = messagesWithVersion(id);
      return HttpResponse.json(chatServer.messages[2]);
    }),
  );
  return chosenVersionIds;
}

// rule messages-versions
describe('versions', () => {
  it('are turned by buttons, with their hint, and stay in their row', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const chosenVersionIds = serveVersionChoices();
    await user.click(await button('Next version'));
    expect(await screen.findByText('answer m3')).toBeVisible();
    expect(versionLabel()).toHaveTextContent('Version 2 of 3');
    expect(screen.getByText('Your hint: shorter')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next version' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Previous version' }));
    expect(await screen.findByText('answer m2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous version' }));
    expect(chosenVersionIds).toEqual(['m3', 'm2']);
  });

  it('are turned by Left and Right, and only the last of fast presses is fetched', async () => {
    let answerFirstChoice = () => {};
    await openChat({ messages: messagesWithVersion('m4') });
    const chosenVersionIds = serveVersionChoices(
      new Promise((resolve) => (answerFirstChoice = resolve)),
    );
    await button('Next version');
    within(rowOf('answer m4')).getByRole('button', { name: 'Copy' }).focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(chosenVersionIds).toEqual(['m3']));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(versionLabel()).toHaveTextContent('Version 1 of 3');
    answerFirstChoice();
    expect(await screen.findByText('answer m2')).toBeVisible();
    expect(chosenVersionIds).toEqual(['m3', 'm2']);
  });

  it('say why they cannot be turned', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const text = 'The talk has gone on since.';
    server.use(http.put(`${messagesPath}/:id/alternative`, () => refusal(409, text, 'not_last')));
    await user.click(await button('Next version'));
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(versionLabel()).toHaveTextContent('Version 1 of 3'));
  });
});

describe('a new version', () => {
  it('names the reply, and follows a hint', async () => {
    await openChat({ messages: messagesWithVersion('m4') });
    await user.click(await button('More'));
    await user.click(await button('Regenerate with a hint…'));
    const hintField = screen.getByRole('textbox', { name: 'What should be different?' });
    expect(hintField).toHaveFocus();
    const stream = liveStream();
    chatServer.regenerateRequestAnswers.push(() => stream.response);
    await user.type(hintField, ' shorter {Enter}');
    act(() => stream.writePiece('Short.'));
    expect(await screen.findByText('Short.')).toBeVisible();
    expect(chatServer.regenerateRequestBodies).toEqual([{ message_id: 'm4', guidance: 'shorter' }]);
  });

  it('keeps a hint that is refused, and says why', async () => {
    await openChat({ messages: messagesWithVersion('m4') });
    await user.click(await button('More'));
    await user.click(await button('Regenerate with a hint…'));
    const text = 'This reply has thirty versions already.';
    chatServer.regenerateRequestAnswers.push(() => refusal(409, text, 'too_many_versions'));
    await user.type(screen.getByRole('textbox', { name: 'What should be different?' }), 'x{Enter}');
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'What should be different?' })).toHaveValue('x');
    expect(screen.getByText('answer m4')).toBeVisible();
  });

  it('does not send a hint that is too long', async () => {
    await openChat({ messages: messagesWithVersion('m4') });
    await user.click(await button('More'));
    await user.click(await button('Regenerate with a hint…'));
    await user.click(screen.getByRole('textbox', { name: 'What should be different?' }));
    await user.paste('😀'.repeat(301));
    expect(screen.getByText('1 character too many')).toBeVisible();
    await user.keyboard('{Enter}{Escape}');
    expect(chatServer.regenerateRequestBodies).toEqual([]);
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  // rule messages-continue
  it('goes on with the text of a stopped reply, which stays visible', async () => {
    await openChat({ messages: messagesWithVersion('m4', { status: 'stopped' }) });
    await user.click(await button('More'));
    const stream = liveStream();
    chatServer.regenerateRequestAnswers.push(() => stream.response);
    await user.click(await button('Continue'));
    expect(screen.getByText('answer m4')).toBeVisible();
    expect(chatServer.regenerateRequestBodies).toEqual([{ message_id: 'm4', continue: true }]);
    act(() => {
      stream.writeEvent('', { content: 'answer m4', replace: true });
      stream.writePiece(' goes on');
    });
    expect(await screen.findByText('answer m4 goes on')).toBeVisible();
  });
});

// rule messages-edit
describe('an edit', () => {
  const editor = () => screen.getByRole('textbox', { name: 'Edit your message' });

  it('replaces the message and what follows, with a client id of its own', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const stream = liveStream();
    const bodies: unknown[] = [];
    server.use(
      http.put(`${messagesPath}/m1`, async ({ request }) => {
        bodies.push(await request.json());
        return stream.response;
      }),
    );
    await pressUserMessageTool('Edit');
    expect(editor()).toHaveFocus();
    expect(screen.getByText(/What followed is kept in an archive/)).toBeVisible();
    await user.clear(editor());
    await user.type(editor(), 'What is a loom?{Shift>}{Enter}{/Shift}Yes?{Enter}');
    expect(screen.queryByText('answer m2')).toBeNull();
    act(() => stream.writePiece('A machine.'));
    expect(await screen.findByText('A machine.')).toBeVisible();
    const content = 'What is a loom?\nYes?';
    expect(bodies).toEqual([{ content, client_id: expect.stringMatching(/^user-/) }]);
    expect(chatServer.sendRequestBodies).toEqual([]);
  });

  it('ends with Escape, and the focus returns', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    await pressUserMessageTool('Edit');
    await user.type(editor(), ' and more{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Edit your message' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus());
  });

  it('keeps a refused text in its place, with the log as it was, and sends it again', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const ids: string[] = [];
    server.use(
      http.put(`${messagesPath}/m1`, async ({ request }) => {
        ids.push(((await request.json()) as { client_id: string }).client_id);
        return refusal(429, 'Slow down.', 'rate_limited');
      }),
    );
    await pressUserMessageTool('Edit');
    await user.type(editor(), ' Tell me.{Enter}');
    expect(await screen.findByText('Slow down.')).toBeVisible();
    expect(editor()).toHaveValue('What is an engine? Tell me.');
    expect(screen.getByText('answer m2')).toBeVisible();
    await user.type(editor(), '{Enter}');
    await waitFor(() => expect(ids).toHaveLength(2));
    // The server may have stored the first call and lost its answer, so the client id stays the
    // same.
    expect(ids[1]).toBe(ids[0]);
  });

  it('moves its text into the field when the message is deleted elsewhere', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    await pressUserMessageTool('Edit');
    await user.type(editor(), ' Tell me.');
    chatServer.messages = [replyRow('g', { content: greeting })];
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(messageField()).toHaveValue('What is an engine? Tell me.'));
    expect(screen.queryByRole('textbox', { name: 'Edit your message' })).toBeNull();
  });
});

// rule messages-feedback
describe('a rating', () => {
  it('shows at once, takes a reason, and is taken back', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const bodies: unknown[] = [];
    server.use(
      http.post(`${messagesPath}/m2/feedback`, async ({ request }) => {
        const body = (await request.json()) as { value: 'up' | 'down' | 'none' };
        bodies.push(body);
        const { value } = body;
        chatServer.messages = messagesWithVersion(
          'm2',
          value === 'none' ? {} : { feedback: value },
        );
        return HttpResponse.json({ success: true });
      }),
    );
    const badButton = await button('Bad reply');
    await user.click(badButton);
    expect(badButton).toHaveAttribute('aria-pressed', 'true');
    await user.type(await screen.findByRole('textbox', { name: /What was wrong/ }), 'Dull{Enter}');
    await waitFor(() => expect(badButton).toHaveFocus());
    await user.click(badButton);
    await waitFor(() => expect(badButton).toHaveAttribute('aria-pressed', 'false'));
    await waitFor(() =>
      expect(bodies).toEqual([
        { value: 'down', reason: '' },
        { value: 'down', reason: 'Dull' },
        { value: 'none', reason: '' },
      ]),
    );
  });

  it('is taken back when it is refused', async () => {
    await openChat({ messages: messagesWithVersion('m2', { feedback: 'up' }) });
    server.use(
      http.post(`${messagesPath}/m2/feedback`, () =>
        refusal(404, 'Not here.', 'message_not_found'),
      ),
    );
    const up = await button('Good reply');
    await user.click(up);
    expect(await screen.findByText('Not here.')).toBeVisible();
    expect(up).toHaveAttribute('aria-pressed', 'true');
  });
});

// rule messages-delete
describe('a deletion', () => {
  it('asks once, and the focus goes to the next message', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const deletedIds: unknown[] = [];
    server.use(
      http.delete(`${messagesPath}/:id`, ({ params }) => {
        deletedIds.push(params['id']);
        chatServer.messages = chatServer.messages.filter(({ id }) => id !== params['id']);
        return HttpResponse.json({ success: true });
      }),
    );
    await pressUserMessageTool('Delete');
    await user.click(await button('Cancel'));
    expect(deletedIds).toEqual([]);
    await pressUserMessageTool('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete your message?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('What is an engine?')).toBeNull());
    expect(deletedIds).toEqual(['m1']);
    await waitFor(() => expect(rowOf('answer m2')).toHaveFocus());
  });

  it('is refused with the text of the server', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    server.use(http.delete(`${messagesPath}/m1`, () => refusal(409, 'Not now.', 'reply_running')));
    await pressUserMessageTool('Delete');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(rowOf('What is an engine?')).toBeInTheDocument();
  });

  it('leaves a message that can be answered', async () => {
    await openChat({ messages: messagesWithVersion('m2').slice(0, 2) });
    const stream = liveStream();
    chatServer.regenerateRequestAnswers.push(() => stream.response);
    await user.click(await button('Ask for a reply'));
    act(() => stream.writePiece('Now then'));
    expect(await screen.findByText('Now then')).toBeVisible();
    expect(chatServer.regenerateRequestBodies).toEqual([{ message_id: 'm1' }]);
  });
});

// rule messages-report
it('reports a reply and shows the ticket', async () => {
  await openChat({ messages: messagesWithVersion('m2') });
  const bodies: unknown[] = [];
  server.use(
    http.post(`${messagesPath}/m2/report`, async ({ request }) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? refusal(503, 'Not now.')
        : HttpResponse.json({ success: true, ticket: 'M-ABCD1234' }, { status: 201 });
    }),
  );
  await user.click(await button('More'));
  await user.click(await button('Report…'));
  const dialog = await screen.findByRole('dialog', { name: 'Report this reply' });
  await user.click(within(dialog).getByRole('radio', { name: 'Out of character' }));
  await user.type(within(dialog).getByRole('textbox'), 'She says OK.');
  await user.click(within(dialog).getByRole('button', { name: 'Report' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(within(dialog).getByRole('textbox')).toHaveValue('She says OK.');
  await user.click(within(dialog).getByRole('button', { name: 'Report' }));
  expect(await within(dialog).findByText('M-ABCD1234')).toBeVisible();
  expect(bodies[1]).toEqual({ reason: 'Out of character: She says OK.' });
});

describe('tools that cannot be used', () => {
  // Restores the online state: other test files share this page, and offline their queries would
  // wait.
  afterEach(() => void window.dispatchEvent(new Event('online')));

  it('say that the browser is offline', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    const nextButton = await button('Next version');
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect(nextButton).toHaveAttribute('aria-disabled', 'true'));
    await user.click(nextButton);
    expect(
      await screen.findByText('You are offline. This works when the line is back.'),
    ).toBeVisible();
  });

  it('wait for a running reply', async () => {
    await openChat({ messages: messagesWithVersion('m2') });
    await button('Next version');
    nextStream();
    await user.type(messageField(), 'And then?{Enter}');
    await pressUserMessageTool('Edit');
    expect(await screen.findByText(/A reply is still being written/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Edit your message' })).toBeNull();
  });
});
