import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { refusal } from '#/shared/test/server';
import { closedState, closeModal, openLogin, useModalStore } from '../model/modal-store';
import {
  button,
  emailAddress,
  field,
  findDialog,
  newPassword,
  openNewPasswordStep,
  resetRecordedCalls,
  sentBodies,
  serveResetCalls,
  typePasswords,
} from '../test/forgot-harness';

beforeEach(resetRecordedCalls);
afterEach(closeModal);

describe('step 3', () => {
  // rule accounts-forgot-fields
  it('has two fields that offer a new password and can show it', async () => {
    const { user } = await openNewPasswordStep();
    expect(screen.getByRole('img', { name: 'Step 3 of 3' })).toBeInTheDocument();
    expect(field('New password')).toHaveFocus();
    for (const label of ['New password', 'Confirm password']) {
      expect(field(label)).toHaveAttribute('autocomplete', 'new-password');
      expect(field(label)).toHaveAttribute('type', 'password');
      await user.click(button(`Show ${label.toLowerCase()}`));
      expect(field(label)).toHaveAttribute('type', 'text');
    }
  });

  // rule accounts-forgot-fields
  it('checks both', async () => {
    const { user } = await openNewPasswordStep();
    await user.click(button('Reset password'));
    expect(field('New password')).toHaveAccessibleDescription('New password is required');
    expect(field('Confirm password')).toHaveAccessibleDescription('Please confirm your password');
    await typePasswords(user, 'another');
    expect(field('New password')).toBeValid();
    expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
    expect(sentBodies.reset).toEqual([]);
  });

  // rule accounts-forgot-done
  it('sets the password and opens the login with the address', async () => {
    const afterLogin = vi.fn();
    openLogin({ afterLogin });
    const { user, client } = await openNewPasswordStep();
    await typePasswords(user);
    await findDialog('Welcome back');
    expect(screen.getByText('Password reset successfully!')).toBeVisible();
    expect(sentBodies.reset).toEqual([{ email: emailAddress, otp: '4188', password: newPassword }]);
    expect(field('Email')).toHaveValue(emailAddress);
    expect(field('Password')).toHaveValue('');
    expect(field('Password')).toHaveFocus();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(useModalStore.getState()).toEqual({
      ...closedState,
      modal: 'login',
      email: emailAddress,
      afterLogin,
    });
    expect(client.getQueryData(sharedKeys.me)).toBeNull();
    // When the modal is opened again, its fields are empty.
    await user.clear(field('Email'));
    await user.click(button('Forgot password?'));
    expect(field('Email')).toHaveValue('');
  });

  // rule accounts-forgot-back
  it('goes back to the code and clears the passwords', async () => {
    const { user } = await openNewPasswordStep();
    await user.type(field('New password'), newPassword);
    await user.click(button('Back'));
    await findDialog('Check your email');
    expect(field('OTP')).toHaveFocus();
    await user.click(button('Verify OTP'));
    await findDialog('New password');
    expect(field('New password')).toHaveValue('');
    expect(field('Confirm password')).toHaveValue('');
  });

  // rule accounts-forgot-refused-code
  it('goes back to the code when it is refused, and says why', async () => {
    const { user } = await openNewPasswordStep();
    serveResetCalls({ reset: () => refusal(400, 'Invalid OTP') });
    await typePasswords(user);
    await findDialog('Check your email');
    expect(field('OTP')).toHaveAccessibleDescription('Invalid OTP');
    expect(field('OTP')).toHaveValue('');
    expect(field('OTP')).toHaveFocus();
    expect(screen.getByText('Invalid OTP', { selector: '.toast__text' })).toBeVisible();
    await user.type(field('OTP'), '2005{Enter}');
    await findDialog('New password');
    expect(field('New password')).toHaveValue('');
  });

  it('shows a refusal of the password at its field', async () => {
    const text = 'This password is too common. Please choose another.';
    const { user } = await openNewPasswordStep();
    serveResetCalls({ reset: () => refusal(422, 'Check it', 'validation', { password: text }) });
    await typePasswords(user);
    await waitFor(() => expect(field('New password')).toHaveAccessibleDescription(text));
    expect(field('New password')).toHaveFocus();
    expect(field('New password')).toHaveValue(newPassword);
  });

  // rules accounts-forgot-toasts, accounts-forgot-steps
  it.each([
    ['the server says why', () => refusal(503, 'Back soon'), 'Back soon'],
    ['nobody answers', () => HttpResponse.error(), 'Failed to reset password'],
  ])('toasts and keeps the passwords when %s', async (_, reset, text) => {
    const { user } = await openNewPasswordStep();
    serveResetCalls({ reset });
    await typePasswords(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('New password')).toHaveValue(newPassword);
    expect(field('Confirm password')).toHaveValue(newPassword);
  });
});
