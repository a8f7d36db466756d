import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { server, setSignedInCookie } from '#/shared/test/server';
import { closeModal, openLogin, useModalStore } from '../model/modal-store';
import { GoogleButton } from './google-button';

const popup = { closed: false, focus: vi.fn() } as unknown as Window;
const successMessage = { type: 'google-auth-success' };
const afterLogin = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(popup, { closed: false, focus: vi.fn() });
  vi.spyOn(window, 'open').mockReturnValue(popup);
  afterLogin.mockReset();
  openLogin({ afterLogin });
});
afterEach(() => {
  window.dispatchEvent(
    new MessageEvent('message', { data: successMessage, origin: location.origin, source: popup }),
  );
  vi.useRealTimers();
  closeModal();
});

function serveSignInMethods(google: boolean) {
  const signInMethodsSpy = vi.fn();
  server.use(
    http.get('*/api/auth/methods', () => {
      signInMethodsSpy();
      return HttpResponse.json({ google });
    }),
    http.get('*/api/auth/me', () => HttpResponse.json(fakeUser())),
  );
  return signInMethodsSpy;
}

const googleButton = () => screen.getByRole('button', { name: 'Continue with Google' });

async function pressGoogleButton(google = true) {
  const signInMethodsSpy = serveSignInMethods(google);
  const { user } = renderApp(<GoogleButton />, { user: null });
  await waitFor(() => expect(signInMethodsSpy).toHaveBeenCalled());
  await act(() => vi.advanceTimersByTimeAsync(50));
  await user.click(googleButton());
  return user;
}

const postMessageEvent = (init: MessageEventInit) =>
  act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data: successMessage, ...init }));
    await vi.advanceTimersByTimeAsync(50);
  });

async function expectLoginAfterMessage() {
  setSignedInCookie();
  await postMessageEvent({ origin: location.origin, source: popup });
  expect(await screen.findByText('Logged in successfully!')).toBeInTheDocument();
  expect(afterLogin).toHaveBeenCalledOnce();
}

// rule accounts-google-button
describe('Google button', () => {
  it('opens a popup of 500 x 600 and signs in once after its message', async () => {
    await pressGoogleButton();
    expect(window.open).toHaveBeenCalledExactlyOnceWith(
      '/api/auth/google',
      'google-sign-in',
      expect.stringContaining('width=500,height=600'),
    );
    localStorage.setItem('token', 'of another account');
    setSignedInCookie();
    await postMessageEvent({ origin: location.origin, source: popup });
    expect(await screen.findByText('Logged in successfully!')).toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
    expect(useModalStore.getState().modal).toBeNull();
    await postMessageEvent({ origin: location.origin, source: popup });
    expect(afterLogin).toHaveBeenCalledOnce();
  });

  it.each([
    ['another origin', { origin: 'https://evil.example', source: popup }],
    ['another window', { origin: location.origin, source: window }],
    ['another type', { origin: location.origin, source: popup, data: { type: 'other' } }],
  ])('ignores a message of %s', async (_, init) => {
    await pressGoogleButton();
    await postMessageEvent(init);
    expect(afterLogin).not.toHaveBeenCalled();
    expect(useModalStore.getState().modal).toBe('login');
  });

  it('stops listening to messages when the popup is closed', async () => {
    await pressGoogleButton();
    const removeListenerSpy = vi.spyOn(window, 'removeEventListener');
    Object.assign(popup, { closed: true });
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(removeListenerSpy).toHaveBeenCalledWith('message', expect.any(Function));
    await postMessageEvent({ origin: location.origin, source: popup });
    expect(afterLogin).not.toHaveBeenCalled();
  });

  it('says that the browser blocked the popup, and can be pressed again at once', async () => {
    vi.mocked(window.open).mockReturnValueOnce(null);
    const user = await pressGoogleButton();
    expect(screen.getByRole('status')).toHaveTextContent(
      'Your browser blocked the window of Google. Allow pop-ups for this site, then try again.',
    );
    await user.click(googleButton());
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await expectLoginAfterMessage();
  });

  it.each([
    [
      'failed',
      () =>
        postMessageEvent({
          origin: location.origin,
          source: popup,
          data: { type: 'google-auth-failed' },
        }),
      'Google did not log you in: its window says why. Press the button to try again.',
    ],
    [
      'was closed',
      () => {
        Object.assign(popup, { closed: true });
        return act(() => vi.advanceTimersByTimeAsync(500));
      },
      'You are not logged in yet. Press the button to try again.',
    ],
  ])(
    'says what to do after a popup that %s, and can be pressed again at once',
    async (_, end, text) => {
      const user = await pressGoogleButton();
      await end();
      expect(screen.getByRole('status')).toHaveTextContent(text);
      Object.assign(popup, { closed: false });
      await user.click(googleButton());
      expect(popup.focus).toHaveBeenCalledTimes(2);
      expect(screen.getByRole('status')).toBeEmptyDOMElement();
      await expectLoginAfterMessage();
    },
  );

  // rule accounts-google-off
  it('says that Google sign-in is not set up, and opens nothing', async () => {
    await pressGoogleButton(false);
    expect(screen.getByText('Google sign-in is not set up here.')).toBeInTheDocument();
    expect(window.open).not.toHaveBeenCalled();
  });
});
