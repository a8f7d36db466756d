import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '#/shared/test/server';
import { closeModal } from '../model/modal-store';
import {
  button,
  emailAddress,
  field,
  findDialog,
  openEmailStep,
  resetRecordedCalls,
  sentBodies,
  serveResetCalls,
  tooEarlyAnswer,
} from '../test/forgot-harness';

beforeEach(resetRecordedCalls);
afterEach(closeModal);

describe('step 1', () => {
  // rule accounts-forgot-fields
  it.each([
    ['', 'Email is required'],
    ['mirela', 'Please enter a valid email address'],
    [`${'a'.repeat(90)}@b.example.org`, 'Email must be at most 100 characters long'],
  ])('refuses the address %j', async (typed, text) => {
    const { user } = openEmailStep(typed);
    await user.click(button('Send OTP'));
    expect(field('Email')).toHaveAccessibleDescription(text);
    expect(field('Email')).toHaveFocus();
    expect(sentBodies.send).toEqual([]);
    await user.type(field('Email'), 'x');
    expect(field('Email')).not.toHaveAccessibleDescription();
  });

  // rule accounts-forgot-toasts
  it('sends the trimmed address and says so', async () => {
    const { user } = openEmailStep(` ${emailAddress} `);
    expect(screen.getByRole('img', { name: 'Step 1 of 3' })).toBeInTheDocument();
    await user.click(button('Send OTP'));
    await findDialog('Check your email');
    expect(screen.getByText('OTP sent to your email')).toBeVisible();
    expect(screen.getByText(new RegExp(`We wrote to ${emailAddress}\\.`))).toBeVisible();
    expect(sentBodies.send).toEqual([{ email: emailAddress }]);
  });

  // rules accounts-forgot-toasts, accounts-forgot-steps
  it.each([
    ['the server says why', () => refusal(503, 'Mail is down'), 'Mail is down'],
    ['it does not', () => new HttpResponse(null, { status: 500 }), 'Failed to send OTP'],
    ['nobody answers', () => HttpResponse.error(), 'Failed to send OTP'],
  ])('toasts and keeps the address when %s', async (_, send, text) => {
    serveResetCalls({ send });
    const { user } = openEmailStep(emailAddress);
    await user.click(button('Send OTP'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('Email')).toHaveValue(emailAddress);
    expect(button('Send OTP')).not.toHaveAttribute('aria-disabled');
  });

  it('shows a refusal of the address at its field', async () => {
    serveResetCalls({
      send: () => refusal(422, 'Check it', 'validation', { email: 'Email is odd' }),
    });
    const { user } = openEmailStep(emailAddress);
    await user.click(button('Send OTP'));
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Email is odd'));
    expect(screen.queryByText('Check it')).not.toBeInTheDocument();
  });

  // rule accounts-forgot-resend
  it('waits as long as a 429 says, for this address only', async () => {
    serveResetCalls({ send: () => tooEarlyAnswer(17) });
    const { user } = openEmailStep(emailAddress);
    await user.click(button('Send OTP'));
    expect(await screen.findByText('Please wait a moment')).toBeVisible();
    expect(button('Resend in 17s')).toHaveAttribute('aria-disabled', 'true');
    await user.type(field('Email'), '{Enter}');
    expect(sentBodies.send).toHaveLength(1);
    await user.type(field('Email'), 'x');
    expect(button('Send OTP')).not.toHaveAttribute('aria-disabled');
  });
});
