import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import { closeModal } from '../model/modal-store';
import {
  button,
  emailAddress,
  field,
  findDialog,
  openNewPasswordStep,
  openOtpStep,
  resetPaths,
  resetRecordedCalls,
  sentBodies,
  serveResetCalls,
  tooEarlyAnswer,
} from '../test/forgot-harness';

beforeEach(resetRecordedCalls);
afterEach(closeModal);

describe('step 2', () => {
  // rule accounts-forgot-fields
  it('has one focused field for digits, which a phone can fill in', async () => {
    await openOtpStep();
    expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeInTheDocument();
    expect(field('OTP')).toHaveFocus();
    expect(field('OTP')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('OTP')).toHaveAttribute('inputmode', 'numeric');
  });

  // rule accounts-forgot-fields
  it('requires four digits', async () => {
    const { user } = await openOtpStep();
    await user.click(button('Verify OTP'));
    expect(field('OTP')).toHaveAccessibleDescription('OTP is required');
    await user.type(field('OTP'), '4x1');
    expect(field('OTP')).toHaveValue('41');
    expect(field('OTP')).toBeValid();
    await user.click(button('Verify OTP'));
    expect(field('OTP')).toHaveAccessibleDescription('OTP must have 4 digits');
    expect(sentBodies.verify).toEqual([]);
    await user.type(field('OTP'), '889');
    expect(field('OTP')).toHaveValue('4188');
  });

  // rule accounts-forgot-fields
  it('takes a pasted code', async () => {
    const { user } = await openOtpStep();
    await user.paste('Your code is 41 88.');
    expect(field('OTP')).toHaveValue('4188');
  });

  // rule accounts-forgot-toasts
  it('verifies the code and says so', async () => {
    await openNewPasswordStep();
    expect(await screen.findByText('OTP verified')).toBeVisible();
    expect(sentBodies.verify).toEqual([{ email: emailAddress, otp: '4188' }]);
  });

  // rules accounts-forgot-toasts, accounts-forgot-steps
  it.each([
    ['the server says why', () => refusal(429, 'Too many tries'), 'Too many tries', ''],
    ['it does not', () => new HttpResponse(null, { status: 500 }), 'Invalid OTP', ''],
    ['the code is refused', () => refusal(400, 'Invalid OTP'), 'Invalid OTP', 'Invalid OTP'],
  ])('toasts and keeps the code when %s', async (_, verify, text, atField) => {
    serveResetCalls({ verify });
    const { user } = await openOtpStep();
    await user.type(field('OTP'), '4188{Enter}');
    await waitFor(() =>
      expect(screen.getAllByText(text, { selector: '.toast__text' })).toHaveLength(1),
    );
    expect(field('OTP')).toHaveValue('4188');
    expect(field('OTP')).toHaveAccessibleDescription(atField);
    expect(screen.queryByText(/tr(?:y|ies) left/)).not.toBeInTheDocument();
    await user.keyboard('9');
    expect(field('OTP')).toHaveValue('9');
    expect(field('OTP')).toBeValid();
  });

  // rule accounts-forgot-back
  it('goes back to the address and clears the code', async () => {
    const { user } = await openOtpStep();
    await user.type(field('OTP'), '41');
    await user.click(button('Back'));
    await findDialog('Forgot password');
    expect(field('Email')).toHaveValue(emailAddress);
    expect(field('Email')).toHaveFocus();
    // The server sends no other code before the wait is over.
    expect(screen.getByText(/^Resend in (?:30|29)s$/)).toBeVisible();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'other@postbox.example{Enter}');
    await findDialog('Check your email');
    expect(field('OTP')).toHaveValue('');
  });

  it('ignores Back while the code is verified', async () => {
    let answer: () => void = () => undefined;
    const heldAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post(resetPaths.verify, async () => {
        await heldAnswer;
        return HttpResponse.json({});
      }),
    );
    const { user } = await openOtpStep();
    await user.type(field('OTP'), '4188{Enter}');
    await waitFor(() => expect(button('Back')).toHaveAttribute('aria-disabled', 'true'));
    await user.click(button('Back'));
    answer();
    await findDialog('New password');
  });
});

describe('another code', () => {
  const start = Date.UTC(2026, 10, 23, 12);
  const setSecondsPassed = (seconds: number) =>
    act(() => {
      vi.setSystemTime(start + seconds * 1000);
      document.dispatchEvent(new Event('visibilitychange'));
    });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(start);
  });

  // rule accounts-forgot-resend
  it('can be sent after 30 seconds and clears the typed one', async () => {
    const { user } = await openOtpStep();
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 30s');
    expect(button('Resend OTP')).toBeDisabled();
    setSecondsPassed(6);
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 24s');
    setSecondsPassed(29.5);
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 1s');
    expect(button('Resend OTP')).toBeDisabled();
    setSecondsPassed(30);
    expect(screen.getByRole('timer')).toBeEmptyDOMElement();
    await user.type(field('OTP'), '41');
    await user.click(button('Resend OTP'));
    await waitFor(() => expect(field('OTP')).toHaveValue(''));
    expect(field('OTP')).toHaveFocus();
    expect(sentBodies.send).toEqual([{ email: emailAddress }, { email: emailAddress }]);
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 30s');
    expect(button('Resend OTP')).toBeDisabled();
  });

  // rules accounts-forgot-resend, accounts-forgot-steps
  it('waits as long as a 429 says and keeps the typed one', async () => {
    const { user } = await openOtpStep();
    serveResetCalls({ send: () => tooEarlyAnswer(95) });
    setSecondsPassed(31);
    await user.type(field('OTP'), '41');
    await user.click(button('Resend OTP'));
    expect(await screen.findByText('Please wait a moment')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 95s');
    expect(button('Resend OTP')).toBeDisabled();
    expect(field('OTP')).toHaveValue('41');
    expect(field('OTP')).toHaveFocus();
  });

  // rule accounts-forgot-toasts
  it('can be asked for again when nobody answers', async () => {
    const { user } = await openOtpStep();
    serveResetCalls({ send: () => HttpResponse.error() });
    setSecondsPassed(31);
    await user.click(button('Resend OTP'));
    expect(await screen.findByText('Failed to send OTP')).toBeVisible();
    expect(button('Resend OTP')).toBeEnabled();
  });
});
