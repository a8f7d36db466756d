import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import {
  closedState,
  closeModal,
  openLogin,
  switchModal,
  useModalStore,
} from '../model/modal-store';
import { RegisterModal } from './register-modal';

const registerPath = '*/api/auth/register';
const field = (label: string) => screen.getByLabelText(label);
const validRegistration = {
  Name: 'Mirela',
  Email: 'mirela@postbox.example',
  Password: 'secret1',
  'Confirm password': 'secret1',
};

afterEach(closeModal);

async function submitRegistration(values: Partial<typeof validRegistration>) {
  const view = renderApp(<RegisterModal />, { user: null });
  for (const [label, text] of Object.entries(values)) await view.user.type(field(label), text);
  await view.user.click(screen.getByRole('button', { name: 'SIGNUP' }));
  return view;
}

describe('register modal', () => {
  // rules accounts-register-age, accounts-register-titles
  it('is titled Create Account and states the age limit', () => {
    renderApp(<RegisterModal />, { user: null });
    expect(screen.getByRole('dialog', { name: 'Create Account' })).toBeInTheDocument();
    expect(screen.getByText(/You must be 18 or have the consent of a guardian\./)).toBeVisible();
    for (const [name, href] of [
      ['Terms of Use', '/terms-of-use'],
      ['User Agreement', '/user-agreement'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('href', href);
      // The link opens a new tab, so that the form keeps its text.
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('shows an error at every empty field', async () => {
    await submitRegistration({});
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Name is required'));
    expect(field('Email')).toHaveAccessibleDescription('Email is required');
    expect(field('Password')).toHaveAccessibleDescription('Password is required');
    expect(field('Confirm password')).toHaveAccessibleDescription('Confirm password is required');
    expect(field('Name')).toHaveFocus();
  });

  // rule accounts-password-confirm
  it('refuses a short password and a confirmation that differs', async () => {
    await submitRegistration({
      ...validRegistration,
      Password: 'short',
      'Confirm password': 'other',
    });
    await waitFor(() =>
      expect(field('Password')).toHaveAccessibleDescription(
        'Password must be at least 6 characters long',
      ),
    );
    expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
  });

  // rule accounts-error-clears
  it('clears the error of an edited field', async () => {
    const { user } = await submitRegistration({});
    await waitFor(() => expect(field('Name')).toBeInvalid());
    await user.type(field('Name'), 'M');
    expect(field('Name')).not.toHaveAccessibleDescription();
    expect(field('Email')).toBeInvalid();
  });

  // rule accounts-email-taken
  it('shows the refusal of a taken email address at its field', async () => {
    server.use(http.post(registerPath, () => refusal(409, 'Email already exists')));
    await submitRegistration(validRegistration);
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Email already exists'));
  });

  // rule accounts-login-other-failure
  it.each([
    ['the server says why', () => refusal(429, 'Too many attempts'), 'Too many attempts'],
    [
      'the server says nothing',
      () => new HttpResponse(null, { status: 500 }),
      'Registration failed',
    ],
  ])('toasts when %s', async (_, answer, text) => {
    server.use(http.post(registerPath, answer));
    await submitRegistration(validRegistration);
    expect(await screen.findByText(text)).toBeVisible();
  });

  // rule accounts-register-signs-nobody-in
  it('sends name, email and password only, then opens the login modal and keeps the callback', async () => {
    const afterLogin = vi.fn();
    let body: unknown;
    server.use(
      http.post(registerPath, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ user: fakeUser() }, { status: 201 });
      }),
    );
    openLogin({ afterLogin });
    switchModal('register');
    await submitRegistration(validRegistration);
    expect(await screen.findByText('Registration successful! Please login.')).toBeVisible();
    expect(body).toEqual({
      name: 'Mirela',
      email: validRegistration.Email,
      password: validRegistration.Password,
    });
    expect(useModalStore.getState()).toEqual({
      ...closedState,
      modal: 'login',
      afterLogin,
      email: validRegistration.Email,
    });
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('links to the login modal', async () => {
    const { user } = renderApp(<RegisterModal />, { user: null });
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(useModalStore.getState().modal).toBe('login');
  });
});
