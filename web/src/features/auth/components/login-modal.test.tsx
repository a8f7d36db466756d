import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { closedState, closeModal, openLogin, useModalStore } from '../model/modal-store';
import { LoginModal } from './login-modal';
import { SessionScope } from './session-scope';

const loginPath = '*/api/auth/login';
const emailField = () => screen.getByRole('textbox', { name: 'Email' });
const passwordField = () => screen.getByLabelText('Password');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(closeModal);

async function submitLogin(values: { email?: string; password?: string }) {
  const modal = <LoginModal />;
  const view = renderApp(<SessionScope>{modal}</SessionScope>, { user: null });
  if (values.email) await view.user.type(emailField(), values.email);
  if (values.password) await view.user.type(passwordField(), values.password);
  await view.user.click(screen.getByRole('button', { name: 'LOGIN' }));
  return view;
}

const validLogin = { email: 'mirela@postbox.example', password: 'secret1' };

describe('login modal', () => {
  // rule accounts-register-titles
  it('is titled Welcome back', () => {
    renderApp(<LoginModal />, { user: null });
    expect(screen.getByRole('dialog', { name: 'Welcome back' })).toBeInTheDocument();
  });

  it('shows errors at empty fields, sends nothing and focuses the first field', async () => {
    await submitLogin({});
    await waitFor(() => expect(emailField()).toHaveAccessibleDescription('Email is required'));
    expect(passwordField()).toHaveAccessibleDescription('Password is required');
    expect(emailField()).toHaveFocus();
  });

  it('refuses an invalid email address', async () => {
    await submitLogin({ email: 'mirela', password: 'x' });
    await waitFor(() =>
      expect(emailField()).toHaveAccessibleDescription('Please enter a valid email address'),
    );
  });

  // rule accounts-error-clears
  it('clears the error of an edited field and of no other', async () => {
    const { user } = await submitLogin({});
    await waitFor(() => expect(emailField()).toBeInvalid());
    await user.type(emailField(), 'm');
    expect(emailField()).not.toHaveAccessibleDescription();
    expect(passwordField()).toHaveAccessibleDescription('Password is required');
  });

  // rule accounts-login-refusals
  it.each([
    [401, 'Invalid email or password', () => passwordField()],
    [404, 'User not found', () => emailField()],
  ])('%d "%s" goes to its field', async (status, message, field) => {
    server.use(http.post(loginPath, () => refusal(status, message)));
    await submitLogin(validLogin);
    await waitFor(() => expect(field()).toHaveAccessibleDescription(message));
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows any other refusal at the fields that the server names', async () => {
    server.use(
      http.post(loginPath, () =>
        refusal(422, 'Check the form', 'validation', { email: 'Email is odd' }),
      ),
    );
    await submitLogin(validLogin);
    await waitFor(() => expect(emailField()).toHaveAccessibleDescription('Email is odd'));
  });

  // rule accounts-login-other-failure
  it.each([
    ['the server says why', () => refusal(429, 'Too many attempts'), 'Too many attempts'],
    ['the server says nothing', () => new HttpResponse(null, { status: 500 }), 'Login failed'],
    ['nobody answers', () => HttpResponse.error(), 'Login failed'],
  ])('toasts when %s', async (_, answer, text) => {
    server.use(http.post(loginPath, answer));
    await submitLogin(validLogin);
    expect(await screen.findByText(text)).toBeVisible();
  });

  // rules accounts-login-done, accounts-token-storage
  it('stores the session, closes and runs the callback once', async () => {
    const afterLogin = vi.fn();
    let body: unknown;
    server.use(
      http.post(loginPath, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ token: 'abc', user: fakeUser() });
      }),
    );
    openLogin({ afterLogin });
    const { client } = await submitLogin({ ...validLogin, email: ` ${validLogin.email} ` });
    expect(await screen.findByText('Logged in successfully!')).toBeVisible();
    expect(body).toEqual(validLogin);
    expect(localStorage.getItem('token')).toBe('abc');
    expect(client.getQueryData(sharedKeys.me)).toMatchObject({ username: 'mirela' });
    expect(useModalStore.getState()).toEqual(closedState);
    expect(afterLogin).toHaveBeenCalledOnce();
  });

  it('drops the data that was cached for the visitor', async () => {
    server.use(http.post(loginPath, () => HttpResponse.json({ token: 'abc', user: fakeUser() })));
    const { client, user } = await submitLogin({ email: validLogin.email });
    client.setQueryData(['sessions', 'someone-else'], ['private']);
    await user.type(passwordField(), `${validLogin.password}{Enter}`);
    await waitFor(() => expect(client.getQueryData(['sessions', 'someone-else'])).toBeUndefined());
  });

  it('links to the register modal', async () => {
    openLogin();
    const { user } = renderApp(<LoginModal />, { user: null });
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(useModalStore.getState().modal).toBe('register');
  });
});
