import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import { deferred } from '#/shared/test/deferred';
import { fakeUser } from '#/shared/test/fakes';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { fakeServer } from '../test/fake-server';
import { fakeSession, replyRow } from '../test/fakes';
import { renderChat } from '../test/render-chat';

const ada = fakeSession();
const marcus = fakeSession(
  { id: 'u1_21', character_id: 21, lastMessage: { content: '' } },
  { name: 'Marcus Aurelius', slug: 'marcus-aurelius', designation: 'Emperor' },
);

const findSidebar = () => screen.findByRole('complementary', { name: 'Sidebar' });
const findLink = (name: RegExp) => screen.findByRole('link', { name });

beforeEach(() => setDesktop(true));

describe('sidebar', () => {
  // rule chat-sidebar-loading
  it('shows three placeholder rows while it loads', async () => {
    fakeServer();
    const { promise, resolve } = deferred<Response>();
    server.use(http.get('*/api/sessions/characterProfile', () => promise));
    renderChat();
    const sidebar = await findSidebar();
    expect(within(sidebar).getAllByTestId('skeleton-row')).toHaveLength(3);
    resolve(HttpResponse.json({ sessions: [ada] }));
    await waitFor(() => expect(within(sidebar).queryByTestId('skeleton-row')).toBeNull());
  });

  // rule chat-sidebar-order
  it('lists the chats with their last line and marks the open one', async () => {
    fakeServer({ sessions: [ada, marcus] });
    renderChat();
    expect(await findLink(/Ada Lovelace.*So the loop may contain a loop\?/)).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(await findLink(/Marcus Aurelius.*Emperor/)).not.toHaveAttribute('aria-current');
  });

  // rule chat-unread-mark
  it('marks an unread chat, but not the open one', async () => {
    fakeServer({
      sessions: [
        { ...ada, unread: true },
        { ...marcus, unread: true },
      ],
    });
    renderChat();
    expect(await findLink(/Marcus Aurelius, new reply.*Emperor/)).toHaveAttribute('data-unread');
    const openChatLink = await findLink(/Ada Lovelace/);
    expect(openChatLink).not.toHaveAttribute('data-unread');
    expect(openChatLink).not.toHaveAccessibleName(/new reply/);
  });

  // rule chat-unread-mark
  it('leaves no mark on a chat that was read here', async () => {
    const chatServer = fakeServer({ sessions: [{ ...ada, unread: true }, marcus] });
    const { user } = renderChat();
    await findLink(/Ada Lovelace/);
    chatServer.session = marcus;
    server.use(
      http.get('*/api/messages/u1_21', () => HttpResponse.json({ messages: [], hasMore: false })),
      http.get('*/api/sessions/characterProfile', () => new Promise(() => {})),
    );
    await user.click(await findLink(/Marcus Aurelius/));
    await screen.findByRole('heading', { level: 1, name: 'Marcus Aurelius' });
    expect(await findLink(/Ada Lovelace/)).not.toHaveAccessibleName(/new reply/);
  });

  // rule chat-sidebar-switch
  it('opens another character, and ignores a click on the open one', async () => {
    const chatServer = fakeServer({ sessions: [ada, marcus] });
    const { user, address } = renderChat();
    const historyLength = window.history.length;
    await user.click(await findLink(/Ada Lovelace/));
    expect(address()).toBe('/chats/ada-lovelace');
    expect(window.history.length).toBe(historyLength);
    chatServer.session = marcus;
    server.use(
      http.get('*/api/messages/u1_21', () => HttpResponse.json({ messages: [], hasMore: false })),
    );
    await user.click(await findLink(/Marcus Aurelius/));
    expect(address()).toBe('/chats/marcus-aurelius');
    expect(await screen.findByRole('heading', { level: 1, name: 'Marcus Aurelius' })).toBeVisible();
  });

  // rule chat-sidebar-search
  it('finds a chat by name', async () => {
    fakeServer({ sessions: [ada, marcus] });
    const { user } = renderChat();
    await findLink(/Marcus/);
    const searchField = screen.getByPlaceholderText('Search Chat...');
    await user.type(searchField, 'aurel');
    expect(screen.queryByRole('link', { name: /^Ada/ })).toBeNull();
    expect(await findLink(/Marcus/)).toBeVisible();
    await user.type(searchField, 'x');
    expect(screen.getByText('No chat matches “aurelx”.')).toBeVisible();
  });

  // rule chat-sidebar-loading
  it('says that the list is empty and links to the home page', async () => {
    fakeServer({ sessions: [] });
    const { user, address } = renderChat();
    expect(await screen.findByText('No chats yet')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Meet the Characters' }));
    expect(address()).toBe('/');
  });

  it('offers a retry when the list fails', async () => {
    fakeServer();
    server.use(
      http.get('*/api/sessions/characterProfile', () => refusal(500, 'x'), { once: true }),
    );
    const { user } = renderChat();
    const side = await findSidebar();
    await user.click(await within(side).findByRole('button', { name: 'Try again' }));
    expect(await findLink(/Ada Lovelace/)).toBeVisible();
  });

  it('links the logo to the home page', async () => {
    fakeServer();
    renderChat();
    expect(await findLink(/^Colloquy, home$/)).toHaveAttribute('href', '/');
  });
});

describe('collapsed', () => {
  // rule chat-sidebar-collapsed
  it('shows portraits only, with the name on hover, and stays collapsed after a reload', async () => {
    fakeServer({ sessions: [ada, marcus] });
    const { user, unmount } = renderChat();
    await findLink(/Marcus/);
    const closeButton = screen.getByRole('button', { name: 'Close sidebar' });
    expect(closeButton).toHaveAttribute('aria-expanded', 'true');
    expect(await findLink(/^All characters$/)).toHaveAttribute('href', '/characters');
    await user.click(closeButton);
    expect(screen.getByRole('button', { name: 'Open sidebar' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(screen.queryByPlaceholderText('Search Chat...')).toBeNull();
    expect(screen.getAllByText('Marcus Aurelius')).toHaveLength(1);
    await user.hover(await findLink(/Marcus/));
    expect(screen.getAllByText('Marcus Aurelius')).toHaveLength(2);
    await user.unhover(await findLink(/Marcus/));
    expect(screen.getAllByText('Marcus Aurelius')).toHaveLength(1);
    unmount();
    renderChat();
    await expectReopens();
  });

  async function expectReopens() {
    const button = await screen.findByRole('button', { name: 'Open sidebar' });
    button.click();
    expect(await screen.findByPlaceholderText('Search Chat...')).toBeVisible();
  }
});

describe('account', () => {
  // rule chat-sidebar-account
  it('shows the signed-in user and signs out', async () => {
    fakeServer();
    server.use(http.post('*/api/auth/logout', () => HttpResponse.json({ message: 'bye' })));
    localStorage.setItem('drafts', '{"u1_20":"secret"}');
    const { user, address } = renderChat();
    await user.click(
      await screen.findByRole('button', { name: 'mirela mirela@postbox.example: account menu' }),
    );
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(localStorage.getItem('drafts')).toBeNull();
  });

  // rule chat-sidebar-account
  it('becomes LOGIN and SIGNUP when the login has ended; the chat stays readable', async () => {
    fakeServer({ messages: [replyRow('a', { content: 'Still here' })] });
    const { client, user } = renderChat();
    expect(await screen.findByText('Still here')).toBeVisible();
    act(() => {
      client.setQueryData(sharedKeys.ended, fakeUser());
      client.setQueryData(sharedKeys.me, null);
    });
    expect(await screen.findByRole('button', { name: 'SIGNUP' })).toBeVisible();
    expect(screen.getByText('Still here')).toBeVisible();
    expect(screen.queryByRole('button', { name: /account menu$/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'LOGIN' }));
    expect(useModalStore.getState().modal).toBe('login');
    closeModal();
  });

  it('shows an error when signing out fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    fakeServer();
    server.use(http.post('*/api/auth/logout', () => new HttpResponse(null, { status: 500 })));
    const { user } = renderChat();
    await user.click(await screen.findByRole('button', { name: /account menu$/ }));
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('Sign-out failed')).toBeVisible();
  });

  it('changes the theme', async () => {
    fakeServer();
    const { user } = renderChat();
    await user.click(await screen.findByRole('button', { name: /account menu$/ }));
    await user.click(screen.getByRole('button', { name: 'Use dark theme' }));
    expect(localStorage.getItem('theme')).toBe('dark');
  });
});

describe('on a small screen', () => {
  beforeEach(() => setDesktop(false));

  async function openOverlay() {
    const view = renderChat();
    expect(screen.queryByRole('complementary')).toBeNull();
    await screen.findByRole('textbox', { name: 'Write to Ada Lovelace' });
    await view.user.click(screen.getByRole('button', { name: 'Show chats' }));
    await findLink(/Ada Lovelace/);
    expect(screen.getByRole('main', { hidden: true })).toHaveAttribute('inert');
    return view;
  }

  async function expectClosed() {
    await waitFor(() =>
      expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull(),
    );
    expect(screen.getByRole('main')).not.toHaveAttribute('inert');
  }

  it('is an overlay that takes the focus and returns it on Escape', async () => {
    fakeServer();
    const { user } = await openOverlay();
    expect(screen.getByRole('link', { name: 'Colloquy, home' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await expectClosed();
    expect(screen.getByRole('button', { name: 'Show chats' })).toHaveFocus();
  });

  it('opens while the chat is loading, and stays open', async () => {
    fakeServer();
    const { promise, resolve } = deferred<Response>();
    server.use(http.post('*/api/session', () => promise));
    const { user } = renderChat();
    await user.click(await screen.findByRole('button', { name: 'Show chats' }));
    resolve(HttpResponse.json(ada));
    await screen.findByRole('textbox', { name: 'Write to Ada Lovelace', hidden: true });
    expect(screen.getByRole('dialog', { name: 'Your chats' })).toBeVisible();
  });

  it('is a modal dialog with a name', async () => {
    fakeServer();
    await openOverlay();
    const dialog = screen.getByRole('dialog', { name: 'Your chats' });
    expect(dialog).toHaveAttribute('aria-modal', 'true');
    expect(dialog).toContainElement(screen.getByRole('complementary', { name: 'Sidebar' }));
  });

  it('sets aria-expanded on the button that opens it', async () => {
    fakeServer();
    const { user } = await openOverlay();
    const showButton = screen.getByRole('button', { name: 'Show chats', hidden: true });
    expect(showButton).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}');
    await expectClosed();
    expect(showButton).toHaveAttribute('aria-expanded', 'false');
  });

  // rule chat-sidebar-overlay
  it('closes on a click beside it', async () => {
    fakeServer();
    const { user } = await openOverlay();
    await user.click(screen.getByTestId('scrim'));
    await expectClosed();
  });

  it('closes on its own button', async () => {
    fakeServer();
    const { user } = await openOverlay();
    await user.click(screen.getByRole('button', { name: 'Close sidebar' }));
    await expectClosed();
  });

  // rule chat-sidebar-overlay
  it('closes when a chat is chosen', async () => {
    fakeServer({ sessions: [ada, marcus] });
    const { user } = await openOverlay();
    await user.click(await findLink(/Ada Lovelace/));
    await expectClosed();
  });
});
