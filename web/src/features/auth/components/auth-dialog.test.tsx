import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCharacter, fakeProfile } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import type { LoginGoal } from '../model/login-goal';
import { closeModal, openLogin, useModalStore } from '../model/modal-store';
import { LoginModal } from './login-modal';
import { RegisterModal } from './register-modal';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(closeModal);

function openLoginDialog(goal?: LoginGoal) {
  openLogin({ goal });
  return renderApp(<LoginModal />, { user: null });
}

const dialog = () => screen.getByRole('dialog', { name: 'Welcome back' });

describe('what a visitor logs in for', () => {
  // rule accounts-login-goal
  it('is named with the engraving of the character', () => {
    openLoginDialog({ aim: 'talk', character: fakeCharacter() });
    expect(dialog()).toHaveAccessibleDescription('to talk with Ada Lovelace');
    expect(screen.getByRole('img', { name: 'Engraving of Ada Lovelace' })).toBeInTheDocument();
  });

  // rule accounts-login-goal
  it('is fetched where only the slug is known, and shows the question', async () => {
    server.use(http.get('*/api/profile/ada-lovelace', () => HttpResponse.json(fakeProfile())));
    openLoginDialog({ aim: 'talk', character: 'ada-lovelace', question: 'Why cards?' });
    await waitFor(() =>
      expect(dialog()).toHaveAccessibleDescription('to ask Ada Lovelace Why cards?'),
    );
  });

  // rule accounts-login-goal
  it.each([
    ['nobody has the slug', { aim: 'talk', character: 'nobody' } as const],
    ['there is no goal', undefined],
  ])('is left out if %s', async (_, goal) => {
    server.use(http.get('*/api/profile/nobody', () => refusal(404, 'Character not found')));
    openLoginDialog(goal);
    await waitFor(() => expect(document.querySelector('.auth__art img')).toBeInTheDocument());
    expect(document.querySelector('.auth__art img')).toHaveAttribute('alt', '');
    expect(document.querySelector('.goal')).toBeNull();
  });
});

describe('what was typed', () => {
  // rule accounts-typed-kept
  it('goes from login to registration and back, without passwords', async () => {
    const { user, unmount } = openLoginDialog();
    await user.type(screen.getByLabelText('Email'), 'mirela@postbox.example');
    await user.type(screen.getByLabelText('Password'), 'secret1');
    await user.click(screen.getByRole('button', { name: 'Sign up' }));
    expect(useModalStore.getState()).toMatchObject({ modal: 'register' });
    unmount();
    const registerView = renderApp(<RegisterModal />, { user: null });
    expect(screen.getByLabelText('Email')).toHaveValue('mirela@postbox.example');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    await registerView.user.type(screen.getByLabelText('Name'), 'Mirela');
    await registerView.user.click(screen.getByRole('button', { name: 'Login' }));
    registerView.unmount();
    renderApp(<LoginModal />, { user: null });
    expect(screen.getByLabelText('Email')).toHaveValue('mirela@postbox.example');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
    expect(useModalStore.getState().name).toBe('Mirela');
    expect(JSON.stringify(useModalStore.getState())).not.toContain('secret1');
  });
});

describe('Enter in the registration', () => {
  const renderRegistration = () => renderApp(<RegisterModal />, { user: null });
  const fieldByLabel = (name: string) => screen.getByLabelText(name, { selector: 'input' });

  // rule accounts-register-enter
  it('goes to the next empty field, and sends the form after the last', async () => {
    const { user } = renderRegistration();
    await user.type(fieldByLabel('Name'), 'Mirela{Enter}');
    expect(fieldByLabel('Email')).toHaveFocus();
    await user.type(fieldByLabel('Email'), 'mirela@{Enter}');
    expect(fieldByLabel('Password')).toHaveFocus();
    await user.type(fieldByLabel('Password'), 'secret1{Enter}');
    expect(fieldByLabel('Confirm password')).toHaveFocus();
    await user.type(fieldByLabel('Confirm password'), 'secret1{Enter}');
    expect(fieldByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address');
    expect(fieldByLabel('Email')).toHaveFocus();
  });

  // rule accounts-register-enter
  it('shows the errors if its own field is empty', async () => {
    const { user } = renderRegistration();
    await user.type(fieldByLabel('Name'), '{Enter}');
    expect(fieldByLabel('Name')).toHaveAccessibleDescription('Name is required');
  });
});

describe('password managers', () => {
  // rule accounts-password-managers
  it('find the fields of the login', () => {
    openLoginDialog();
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Email')).toHaveAttribute('name', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
  });

  // rule accounts-password-managers
  it('find the fields of the registration', async () => {
    const { user } = renderApp(<RegisterModal />, { user: null });
    expect(screen.getByLabelText('Email')).toHaveAttribute('inputmode', 'email');
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocapitalize', 'none');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
    screen.getByLabelText('Confirm password').focus();
    await user.paste('secret1');
    expect(screen.getByLabelText('Confirm password')).toHaveValue('secret1');
  });
});
