import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replyRow, userMessageRow } from '../test/fakes';
import { liveStream } from '../test/live-stream';
import { chatServer, messageField, nextStream, openChat, user } from '../test/rendered-chat';

/** Simulates a touch screen. */
const touchScreen = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  // The button Listen is shown only if the browser can speak.
  Object.defineProperty(window, 'speechSynthesis', { value: {}, configurable: true });
  return () => Reflect.deleteProperty(window, 'speechSynthesis');
});

describe('focus', () => {
  it('is in the field on mount, except on touch screens', async () => {
    const { unmount } = await openChat();
    expect(messageField()).toHaveFocus();
    unmount();
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          ...touchScreen,
          media: query,
          matches: query.includes('coarse'),
        }) as unknown as MediaQueryList,
    );
    await openChat();
    expect(messageField()).not.toHaveFocus();
  });

  it('is in the field after a suggestion', async () => {
    await openChat();
    nextStream();
    await user.click(screen.getByRole('button', { name: 'Who taught you?' }));
    expect(messageField()).toHaveFocus();
  });

  it.each([
    ['Retry', 'failed', ''],
    ['Try again', 'interrupted', 'Half'],
  ] as const)('is in the field after %s', async (name, status, content) => {
    await openChat();
    chatServer.messages = [userMessageRow('a'), replyRow('b', { status, content })];
    act(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await screen.findByRole('button', { name });
    chatServer.regenerateRequestAnswers.push(() => liveStream().response);
    await user.click(screen.getByRole('button', { name }));
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(messageField()).toHaveFocus();
  });

  it('is in the log once all earlier messages are there', async () => {
    await openChat({ hasMore: true });
    chatServer.hasMore = false;
    await user.click(screen.getByRole('button', { name: 'Load earlier messages' }));
    await waitFor(() => expect(screen.queryByText('Load earlier messages')).toBeNull());
    expect(screen.getByRole('log')).toHaveFocus();
  });

  it('goes through the log by arrow keys, which is one Tab stop', async () => {
    await openChat();
    await screen.findByRole('button', { name: 'Step outside' });
    await user.tab({ shift: true });
    expect(screen.getByRole('log')).toHaveFocus();
    await screen.findByRole('button', { name: 'More' });
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Which engine?' })).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Listen' })).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(messageField()).toHaveFocus();
  });
});
