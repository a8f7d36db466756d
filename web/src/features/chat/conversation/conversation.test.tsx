import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { greeting, replyRow, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';
import { chatServer, messageField, nextStream, openChat, user } from '../test/rendered-chat';

const sendButton = () => screen.getByRole('button', { name: 'Send' });
const findStopButton = () => screen.findByRole('button', { name: 'Stop' });
const storedDrafts = () => JSON.parse(localStorage.getItem('drafts') ?? '{}');

function storeTurn(content: string, status: 'complete' | 'stopped' | 'failed' | 'interrupted') {
  const created_at = new Date().toISOString();
  chatServer.messages = [
    replyRow('g', { content: greeting }),
    userMessageRow('m1', {
      content: 'Hello',
      client_id: chatServer.sendRequestBodies[0]?.client_id ?? '',
      created_at,
    }),
    replyRow('m2', { content, status, reply_to: 'm1', created_at }),
  ];
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('writing', () => {
  it('sends with Enter, streams, and announces the finished reply once', async () => {
    await openChat();
    const stream = nextStream();
    await user.type(messageField(), 'Hello{Enter}');
    expect(messageField()).toHaveValue('');
    expect(messageField()).toHaveFocus();
    expect(await findStopButton()).toBeEnabled();
    expect(screen.getByRole('log')).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
    act(() => stream.writePiece('Good *day*'));
    expect(await screen.findByText('day')).toBeVisible();
    storeTurn('Good *day*', 'complete');
    act(() => stream.writeEnd('complete', ['Next?']));
    expect(await screen.findByText('Ada Lovelace: Good day')).toBeInTheDocument();
    expect(screen.getByRole('log')).toHaveAttribute('aria-busy', 'false');
    expect(sendButton()).toBeDisabled();
  });

  // rule chat-enter-sends
  it('starts a new line with Shift+Enter', async () => {
    await openChat();
    await user.type(messageField(), 'One{Shift>}{Enter}{/Shift}two');
    expect(messageField()).toHaveValue('One\ntwo');
    expect(chatServer.sendRequestBodies).toEqual([]);
  });

  // rule chat-enter-sends
  it('leaves Enter to an input method', async () => {
    await openChat();
    await user.type(messageField(), 'ni');
    fireEvent.keyDown(messageField(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(messageField(), { key: 'Enter', keyCode: 229 });
    expect(messageField()).toHaveValue('ni');
    expect(chatServer.sendRequestBodies).toEqual([]);
  });

  it('sends once for a double click, and does not stop what it has sent', async () => {
    await openChat();
    nextStream();
    await user.type(messageField(), 'Hello');
    await user.dblClick(sendButton());
    await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
    expect(await findStopButton()).toBeEnabled();
    expect(chatServer.seenLengthsOfStops).toEqual([]);
  });

  it('sends once for a double Enter', async () => {
    await openChat();
    nextStream();
    await user.type(messageField(), 'Hello{Enter}{Enter}');
    await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
    expect(screen.getAllByText('Hello')).toHaveLength(1);
  });

  // rule suggestions-press-sends
  it('sends a suggestion, and keeps the draft', async () => {
    await openChat();
    nextStream();
    await user.type(messageField(), 'My own words');
    await user.click(screen.getByRole('button', { name: 'Who taught you?' }));
    await waitFor(() => expect(chatServer.sendRequestBodies[0]?.content).toBe('Who taught you?'));
    expect(messageField()).toHaveValue('My own words');
    expect(screen.queryByRole('button', { name: 'Which engine?' })).toBeNull();
  });

  it('counts near the end, and does not send too much', async () => {
    await openChat();
    fireEvent.change(messageField(), { target: { value: 'x'.repeat(3599) } });
    expect(screen.queryByText(/characters left/)).toBeNull();
    fireEvent.change(messageField(), { target: { value: '😀'.repeat(3990) } });
    expect(screen.getByText('10 characters left')).toBeVisible();
    expect(sendButton()).toBeEnabled();
    fireEvent.change(messageField(), { target: { value: 'x'.repeat(4002) } });
    expect(screen.getByText('2 characters too many')).toBeVisible();
    fireEvent.change(messageField(), { target: { value: 'x'.repeat(4001) } });
    expect(screen.getByText('1 character too many')).toBeVisible();
    expect(sendButton()).toBeDisabled();
  });
});

describe('draft', () => {
  it('survives a reload per chat, and is cleared by sending', async () => {
    const { unmount } = await openChat();
    await user.type(messageField(), 'Half a thought');
    unmount();
    expect(storedDrafts()).toEqual({ u1_20: 'Half a thought' });
    await openChat();
    expect(messageField()).toHaveValue('Half a thought');
    nextStream();
    await user.type(messageField(), '{Enter}');
    expect(storedDrafts()).toEqual({});
  });

  // rule chat-refused-line
  it('returns when the message is refused', async () => {
    await openChat();
    chatServer.sendRequestAnswers.push(() => new HttpResponse(null, { status: 503 }));
    await user.type(messageField(), 'Hello{Enter}');
    expect(await screen.findByText('HTTP error! status: 503')).toBeVisible();
    expect(messageField()).toHaveValue('Hello');
    expect(await screen.findByText('Failed to send message. Please try again.')).toBeVisible();
    expect(screen.queryByText('Error: Failed to get response. Please try again.')).toBeNull();
    expect(screen.queryByText('Your message is safe and is not sent twice.')).toBeNull();
    await user.type(messageField(), '!');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  // rule chat-refusal-stored-text
  it('a refusal below 500 has no small print', async () => {
    await openChat();
    const conflictBody = { message: 'A reply is still being written.', code: 'x' };
    chatServer.sendRequestAnswers.push(() => HttpResponse.json(conflictBody, { status: 409 }));
    await user.type(messageField(), 'Hello{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^A reply is still being written.$/);
    expect(messageField()).toHaveValue('Hello');
    expect(screen.queryByText('Hello', { selector: '.user-message' })).toBeNull();
  });
});

describe('a failed reply', () => {
  async function failWith(content: string, status: 'failed' | 'interrupted') {
    await openChat();
    const stream = nextStream();
    await user.type(messageField(), 'Hello{Enter}');
    await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
    storeTurn(content, status);
    act(() => {
      if (content !== '') stream.writePiece(content);
      stream.writeEvent('error', { message: 'm', code: 'model_failed' });
      stream.writeEnd(status);
    });
  }

  // rule replies-failure-text
  it('shows the error, and is generated again without sending twice', async () => {
    await failWith('', 'failed');
    expect(
      await screen.findByText('Error: Failed to get response. Please try again.'),
    ).toBeVisible();
    expect(screen.getByText('Your message is safe and is not sent twice.')).toBeVisible();
    const secondStream = liveStream();
    chatServer.regenerateRequestAnswers.push(() => secondStream.response);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    act(() => secondStream.writePiece('Now then'));
    expect(await screen.findByText('Now then')).toBeVisible();
    expect(chatServer.sendRequestBodies).toHaveLength(1);
  });

  // rule replies-partial-kept
  it('keeps its text and offers a retry', async () => {
    await failWith('Half a', 'interrupted');
    expect(await screen.findByText('The line broke here. What had arrived is kept.')).toBeVisible();
    expect(screen.getByText('Half a')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('keeps its text above the error when the model failed', async () => {
    await failWith('Half a', 'failed');
    expect(await screen.findByText('Half a')).toBeVisible();
    expect(
      await screen.findByText('Error: Failed to get response. Please try again.'),
    ).toBeVisible();
    // One each for the greeting, the message and the reply.
    expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(3);
  });

  // rule replies-retry
  it('offers a retry for the last reply only', async () => {
    await openChat({
      messages: [
        userMessageRow('a'),
        replyRow('b', { status: 'failed', content: '' }),
        userMessageRow('c'),
        replyRow('d'),
      ],
    });
    expect(screen.getByText('Error: Failed to get response. Please try again.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

describe('stopping', () => {
  it('keeps the text that was seen and shows Stopped', async () => {
    await openChat();
    const stream = nextStream();
    await user.type(messageField(), 'Hello{Enter}');
    await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
    act(() => stream.writePiece('Seen'));
    await screen.findByText('Seen');
    storeTurn('Seen', 'stopped');
    chatServer.stopRequestAnswers.push(() => HttpResponse.json(chatServer.messages[2]));
    await user.click(await findStopButton());
    expect(await screen.findByText('Stopped')).toBeVisible();
    expect(chatServer.seenLengthsOfStops).toEqual([4]);
    // On a phone, focus in the field would open the on-screen keyboard.
    expect(messageField()).not.toHaveFocus();
  });
});

describe('other tabs and returns', () => {
  const runningRows = () => [
    replyRow('g', { content: greeting }),
    userMessageRow('o1', { content: 'From the other tab' }),
    replyRow('o2', { status: 'generating', content: '', reply_to: 'o1' }),
  ];

  it('show a reply that another tab has started', async () => {
    await openChat();
    const stream = liveStream();
    chatServer.attachRequestAnswers.push(() => stream.response);
    chatServer.messages = runningRows();
    const otherTab = new BroadcastChannel('colloquy-chat');
    otherTab.postMessage({ startedIn: 'u1_99' });
    otherTab.postMessage('nonsense');
    otherTab.postMessage({ startedIn: 'u1_20' });
    expect(await screen.findByText('From the other tab')).toBeVisible();
    act(() => stream.writePiece('Same words'));
    expect(await screen.findByText('Same words')).toBeVisible();
    otherTab.close();
  });

  it('are notified when this tab starts a reply', async () => {
    await openChat();
    const onMessage = vi.fn();
    const otherTab = new BroadcastChannel('colloquy-chat');
    otherTab.onmessage = ({ data }) => onMessage(data);
    nextStream();
    await user.type(messageField(), 'Hello{Enter}');
    await waitFor(() => expect(onMessage).toHaveBeenCalledWith({ startedIn: 'u1_20' }));
    otherTab.close();
  });

  it.each(['focus', 'online'])('looks for news on %s', async (name) => {
    await openChat();
    chatServer.messages = [...chatServer.messages, userMessageRow('n1', { content: 'News' })];
    act(() => {
      window.dispatchEvent(new Event(name));
    });
    expect(await screen.findByText('News')).toBeVisible();
  });

  it('resume a reply after a reload', async () => {
    const stream = liveStream();
    const view = await openChat({
      messages: [
        userMessageRow('o1'),
        replyRow('o2', { status: 'generating', content: 'Goo', reply_to: 'o1' }),
      ],
      attachRequestAnswers: [() => stream.response],
    });
    act(() => stream.writePiece('Good day'));
    expect(await view.findByText('Good day')).toBeVisible();
    expect(chatServer.attachRequestQueries).toEqual(['?reply=o2&after=0']);
    expect(await findStopButton()).toBeVisible();
  });
});

describe('copying', () => {
  // rule chat-copy
  it('copies a reply as it is stored', async () => {
    await openChat({ messages: [replyRow('a', { content: 'Good *day*' })] });
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await expect(navigator.clipboard.readText()).resolves.toBe('Good *day*');
    expect(await screen.findByText('Message copied to clipboard!')).toBeVisible();
    // Two presses show one confirmation.
    await user.dblClick(screen.getByRole('button', { name: 'Copy' }));
    expect(screen.getByText('Message copied to clipboard!')).toBeVisible();
  });

  // rule chat-copy
  it('shows an error when it fails', async () => {
    await openChat();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Failed to copy message to clipboard')).toBeVisible();
  });
});

it('shows Jump to latest after scrolling up', async () => {
  await openChat();
  const log = screen.getByRole('log');
  Object.defineProperties(log, {
    clientHeight: { value: 400 },
    scrollHeight: { value: 2000 },
  });
  log.scrollTop = 300;
  fireEvent.wheel(log, { deltaY: -10 });
  await user.click(await screen.findByRole('button', { name: 'Jump to latest' }));
  expect(log.scrollTop).toBe(2000);
  expect(messageField()).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Jump to latest' })).toBeNull();
});
