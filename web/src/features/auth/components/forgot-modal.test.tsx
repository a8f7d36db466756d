import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { useOverlayStore } from '#/shared/browser/overlay-store';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server, setSignedInCookie } from '#/shared/test/server';
import {
  closedState,
  closeModal,
  openLogin,
  openResetLink,
  switchModal,
  useModalStore,
} from '../model/modal-store';
import {
  button,
  emailAddress,
  field,
  findDialog,
  newPassword,
  OpenAuthModal,
  openNewPasswordStep,
  resetPaths,
  resetRecordedCalls,
  sentBodies,
  serveResetCalls,
  typePasswords,
} from '../test/forgot-harness';

beforeEach(resetRecordedCalls);
afterEach(closeModal);

describe('login modal', () => {
  // rule accounts-forgot-steps
  it('leads to the forgotten password with the typed address, and back', async () => {
    const afterLogin = vi.fn();
    openLogin({ afterLogin });
    const { user } = renderApp(<OpenAuthModal />, { user: null });
    await user.type(screen.getByRole('textbox', { name: 'Email' }), emailAddress);
    await user.click(button('Forgot password?'));
    await findDialog('Forgot password');
    expect(field('Email')).toHaveValue(emailAddress);
    expect(field('Email')).toHaveFocus();
    await user.click(button('Back to Login'));
    await findDialog('Welcome back');
    expect(field('Email')).toHaveValue(emailAddress);
    expect(field('Password')).toHaveFocus();
    expect(useModalStore.getState().afterLogin).toBe(afterLogin);
  });
});

describe('the link of a mail', () => {
  function openLink() {
    openResetLink('t0ken');
    return renderApp(<OpenAuthModal />, { user: null });
  }

  // rules accounts-forgot-link, accounts-forgot-done
  it('sets the password and opens the login', async () => {
    const { user } = openLink();
    expect(field('New password')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await typePasswords(user);
    await findDialog('Welcome back');
    expect(screen.getByText('Password reset successfully!')).toBeVisible();
    expect(sentBodies.link).toEqual([{ token: 't0ken', password: newPassword }]);
    expect(useModalStore.getState()).toEqual({ ...closedState, modal: 'login' });
  });

  // rule accounts-forgot-link
  it('offers a new mail when it is refused', async () => {
    const text = 'This link no longer works. Please ask for a new mail.';
    serveResetCalls({ link: () => refusal(400, text, 'invalid_link') });
    const { user } = openLink();
    await typePasswords(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(button('Ask for a new mail')).toHaveFocus();
    await user.click(button('Ask for a new mail'));
    await findDialog('Forgot password');
    await user.type(field('Email'), `${emailAddress}{Enter}`);
    await findDialog('Check your email');
  });

  it('keeps the passwords when another thing fails', async () => {
    serveResetCalls({ link: () => refusal(400, 'Malformed') });
    const { user } = openLink();
    await typePasswords(user);
    expect(await screen.findByText('Malformed')).toBeVisible();
    expect(field('New password')).toHaveValue(newPassword);
  });

  // rule accounts-login-ends
  it('notices that the reset has ended the session of this browser', async () => {
    setSignedInCookie();
    vi.spyOn(console, 'warn').mockReturnValue();
    const { user, client } = openLink();
    client.setQueryData(sharedKeys.me, fakeUser());
    await typePasswords(user);
    await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toBeNull());
    expect(client.getQueryData(sharedKeys.ended)).toMatchObject({ email: emailAddress });
  });
});

describe('closing', () => {
  it.each(['Back of the browser', 'Escape'])('is what %s does', async (way) => {
    let goBack = () => undefined as unknown;
    function Router() {
      const navigate = useNavigate();
      goBack = () => navigate(-1);
      return <OpenAuthModal />;
    }
    switchModal('forgot', { email: emailAddress });
    const { user } = renderApp(<Router />, { user: null });
    await user.click(button('Send OTP'));
    await findDialog('Check your email');
    await waitFor(() => expect(useOverlayStore.getState().depth).toBe(1));
    if (way === 'Escape') await user.keyboard('{Escape}');
    else act(() => void goBack());
    await waitFor(() => expect(useModalStore.getState()).toEqual(closedState));
    await waitFor(() => expect(useOverlayStore.getState().depth).toBe(0));
  });

  it('opens no login when the answer comes after it', async () => {
    const { user } = await openNewPasswordStep();
    let answer: () => void = () => undefined;
    const untilAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post(resetPaths.reset, async () => {
        await untilAnswered;
        return HttpResponse.json({});
      }),
    );
    await typePasswords(user);
    await user.keyboard('{Escape}');
    answer();
    expect(await screen.findByText('Password reset successfully!')).toBeVisible();
    expect(useModalStore.getState()).toEqual(closedState);
  });
});
