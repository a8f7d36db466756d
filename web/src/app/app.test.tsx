import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openLogin, openRegister, useModalStore } from '#/features/auth';
import { serveHome } from '#/shared/test/content';
import { fakeUser } from '#/shared/test/fakes';
import { server, setSignedInCookie } from '#/shared/test/server';
import { App } from './app';

// The chat page has its own tests.
vi.mock('#/pages/chat', () => ({ ChatPage: () => <h1>the chat</h1> }));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  useModalStore.setState({ modal: null, afterLogin: null });
  window.history.replaceState(null, '', '/');
  serveHome();
});

/** The CHAT button of Ada in the section of explored characters. */
async function findAdaChatButton() {
  await screen.findByRole('heading', { name: 'Explore characters' });
  const section = document.getElementById('explore-characters');
  if (!section) throw new Error('the section expected');
  return within(section).getByRole('button', { name: 'CHAT with Ada Lovelace' });
}

function openApp(path = '/') {
  window.history.replaceState(null, '', path);
  return render(<App />);
}

describe('App', () => {
  // rule look-header
  it('shows a visitor home with LOGIN', async () => {
    openApp();
    expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Colloquy, home' })).toHaveAttribute('href', '/');
    expect(screen.getByText('© 2025 Colloquy')).toBeVisible();
  });

  // rule look-header
  it('shows a user the menu instead', async () => {
    setSignedInCookie();
    server.use(http.get('*/api/auth/me', () => HttpResponse.json(fakeUser())));
    openApp();
    expect(await screen.findByRole('button', { name: 'mirela: user menu' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'LOGIN' })).not.toBeInTheDocument();
  });

  it('sends a visitor from the chat to home', async () => {
    openApp('/chats/ada-lovelace');
    await screen.findByRole('button', { name: 'LOGIN' });
    expect(window.location.pathname).toBe('/');
  });

  // rule look-unknown-address
  it('has a page for an unknown address, with a way home', async () => {
    openApp('/nowhere');
    const home = await screen.findByRole('link', { name: 'Home' });
    await waitFor(() => expect(document.title).toBe('Page not found | Colloquy'));
    await userEvent.click(home);
    expect(await findAdaChatButton()).toBeVisible();
    expect(document.title).toBe('Colloquy');
    expect(document.getElementById('main')).toHaveFocus();
  });

  // rule accounts-one-modal
  it('shows one modal at a time', async () => {
    openApp();
    await userEvent.click(await screen.findByRole('button', { name: 'LOGIN' }));
    expect(await screen.findByRole('dialog', { name: 'Welcome back' })).toBeInTheDocument();
    openRegister();
    expect(await screen.findByRole('dialog', { name: 'Create Account' })).toBeInTheDocument();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    openLogin();
    expect(await screen.findByRole('dialog', { name: 'Welcome back' })).toBeInTheDocument();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('opens a character over the page, and closes it for the login', async () => {
    openApp();
    await findAdaChatButton();
    const [first] = screen.getAllByRole('link', { name: 'Rumi' });
    if (!first) throw new Error('a stamp expected');
    await userEvent.click(first);
    expect(await screen.findByRole('dialog', { name: 'Rumi' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Lets Talk' }));
    expect(await screen.findByRole('dialog', { name: 'Welcome back' })).toBeInTheDocument();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('goes from CHAT through sign-in to the chat', async () => {
    server.use(
      http.post('*/api/auth/login', () => HttpResponse.json({ token: 'abc', user: fakeUser() })),
      http.post('*/api/session', () => HttpResponse.json({ id: 'u1_20' })),
    );
    openApp();
    await userEvent.click(await findAdaChatButton());
    await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'm@x.example');
    await userEvent.type(screen.getByLabelText('Password'), 'secret1');
    await userEvent.click(screen.getByRole('button', { name: 'LOGIN' }));
    expect(await screen.findByRole('heading', { name: 'the chat' })).toBeVisible();
    expect(window.location.pathname).toBe('/chats/ada-lovelace');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
