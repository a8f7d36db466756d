import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { useOverlayStore } from '#/shared/browser/overlay-store';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { holdSession, refusal, server } from '#/shared/test/server';
import {
  closed,
  closeModal,
  openLogin,
  openResetLink,
  switchModal,
  useModalStore,
} from '../model/modal-store';
import { ForgotModal } from './forgot-modal';
import { LoginModal } from './login-modal';

const address = 'mirela@postbox.example';
const secret = 'a new secret';
const paths = {
  send: '*/api/admin/auth/forgot-password',
  verify: '*/api/admin/auth/verify-otp',
  reset: '*/api/admin/auth/reset-password',
  link: '*/api/auth/reset-by-link',
};

/** The bodies that each call has received. */
let sent: Record<keyof typeof paths, unknown[]>;

const names = Object.keys(paths) as (keyof typeof paths)[];

/** Answers all calls with 200, or the named ones with `answers`. */
function serve(answers: Partial<Record<keyof typeof paths, () => Response>> = {}): void {
  server.use(
    ...names.map((name) =>
      http.post(paths[name], async ({ request }) => {
        sent[name].push(await request.json());
        return answers[name]?.() ?? HttpResponse.json({ message: 'ok' });
      }),
    ),
  );
}

const tooEarly = (seconds: number) =>
  HttpResponse.json(
    { message: 'Please wait a moment', code: 'rate_limited' },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  );

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

/** The modals of a page, as the application shows them. */
function Modals() {
  const { modal, resetToken } = useModalStore();
  if (modal === 'login') return <LoginModal />;
  return modal === 'forgot' ? <ForgotModal key={resetToken} /> : null;
}

beforeEach(() => {
  sent = { send: [], verify: [], reset: [], link: [] };
  serve();
});
afterEach(closeModal);

function open(typed = '') {
  switchModal('forgot', typed);
  return renderApp(<Modals />, { user: null });
}

async function openOtp() {
  const view = open(address);
  await view.user.click(button('Send OTP'));
  await dialog('Check your email');
  return view;
}

async function openNewPassword() {
  const view = await openOtp();
  await view.user.type(field('OTP'), '4188{Enter}');
  await dialog('New password');
  return view;
}

type User = ReturnType<typeof renderApp>['user'];

async function typePasswords(user: User, confirmation = secret) {
  await user.type(field('New password'), secret);
  await user.type(field('Confirm password'), `${confirmation}{Enter}`);
}

describe('login modal', () => {
  // rule accounts-forgot-steps
  it('leads to the forgotten password with the typed address, and back', async () => {
    const after = vi.fn();
    openLogin({ after });
    const { user } = renderApp(<Modals />, { user: null });
    await user.type(screen.getByRole('textbox', { name: 'Email' }), address);
    await user.click(button('Forgot password?'));
    await dialog('Forgot password');
    expect(field('Email')).toHaveValue(address);
    expect(field('Email')).toHaveFocus();
    await user.click(button('Back to Login'));
    await dialog('Welcome back');
    expect(field('Email')).toHaveValue(address);
    expect(field('Password')).toHaveFocus();
    expect(useModalStore.getState().after).toBe(after);
  });
});

describe('step 1', () => {
  // rule accounts-forgot-fields
  it.each([
    ['', 'Email is required'],
    ['mirela', 'Please enter a valid email address'],
    [`${'a'.repeat(90)}@b.example.org`, 'Email must be at most 100 characters long'],
  ])('refuses the address %j', async (typed, text) => {
    const { user } = open(typed);
    await user.click(button('Send OTP'));
    expect(field('Email')).toHaveAccessibleDescription(text);
    expect(field('Email')).toHaveFocus();
    expect(sent.send).toEqual([]);
    await user.type(field('Email'), 'x');
    expect(field('Email')).not.toHaveAccessibleDescription();
  });

  // rule accounts-forgot-toasts
  it('sends the trimmed address and says so', async () => {
    const { user } = open(` ${address} `);
    expect(screen.getByRole('img', { name: 'Step 1 of 3' })).toBeInTheDocument();
    await user.click(button('Send OTP'));
    await dialog('Check your email');
    expect(screen.getByText('OTP sent to your email')).toBeVisible();
    expect(screen.getByText(new RegExp(`We wrote to ${address}\\.`))).toBeVisible();
    expect(sent.send).toEqual([{ email: address }]);
  });

  // rules accounts-forgot-toasts, accounts-forgot-steps
  it.each([
    ['the server says why', () => refusal(503, 'Mail is down'), 'Mail is down'],
    ['it does not', () => new HttpResponse(null, { status: 500 }), 'Failed to send OTP'],
    ['nobody answers', () => HttpResponse.error(), 'Failed to send OTP'],
  ])('toasts and keeps the address when %s', async (_, send, text) => {
    serve({ send });
    const { user } = open(address);
    await user.click(button('Send OTP'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('Email')).toHaveValue(address);
    expect(button('Send OTP')).not.toHaveAttribute('aria-disabled');
  });

  it('shows a refusal of the address at its field', async () => {
    serve({ send: () => refusal(422, 'Check it', 'validation', { email: 'Email is odd' }) });
    const { user } = open(address);
    await user.click(button('Send OTP'));
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('Email is odd'));
    expect(screen.queryByText('Check it')).not.toBeInTheDocument();
  });

  // rule accounts-forgot-resend
  it('waits as long as a 429 says, for this address only', async () => {
    serve({ send: () => tooEarly(17) });
    const { user } = open(address);
    await user.click(button('Send OTP'));
    expect(await screen.findByText('Please wait a moment')).toBeVisible();
    expect(button('Resend in 17s')).toHaveAttribute('aria-disabled', 'true');
    await user.type(field('Email'), '{Enter}');
    expect(sent.send).toHaveLength(1);
    await user.type(field('Email'), 'x');
    expect(button('Send OTP')).not.toHaveAttribute('aria-disabled');
  });
});

describe('step 2', () => {
  // rule accounts-forgot-fields
  it('has one focused field for digits, which a phone can fill in', async () => {
    await openOtp();
    expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeInTheDocument();
    expect(field('OTP')).toHaveFocus();
    expect(field('OTP')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field('OTP')).toHaveAttribute('inputmode', 'numeric');
  });

  // rule accounts-forgot-fields
  it('requires four digits', async () => {
    const { user } = await openOtp();
    await user.click(button('Verify OTP'));
    expect(field('OTP')).toHaveAccessibleDescription('OTP is required');
    await user.type(field('OTP'), '4x1');
    expect(field('OTP')).toHaveValue('41');
    expect(field('OTP')).toBeValid();
    await user.click(button('Verify OTP'));
    expect(field('OTP')).toHaveAccessibleDescription('OTP must have 4 digits');
    expect(sent.verify).toEqual([]);
    await user.type(field('OTP'), '889');
    expect(field('OTP')).toHaveValue('4188');
  });

  // rule accounts-forgot-fields
  it('takes a pasted code', async () => {
    const { user } = await openOtp();
    await user.paste('Your code is 41 88.');
    expect(field('OTP')).toHaveValue('4188');
  });

  // rule accounts-forgot-toasts
  it('verifies the code and says so', async () => {
    await openNewPassword();
    expect(await screen.findByText('OTP verified')).toBeVisible();
    expect(sent.verify).toEqual([{ email: address, otp: '4188' }]);
  });

  // rules accounts-forgot-toasts, accounts-forgot-steps
  it.each([
    ['the server says why', () => refusal(429, 'Too many tries'), 'Too many tries', ''],
    ['it does not', () => new HttpResponse(null, { status: 500 }), 'Invalid OTP', ''],
    ['the code is refused', () => refusal(400, 'Invalid OTP'), 'Invalid OTP', 'Invalid OTP'],
  ])('toasts and keeps the code when %s', async (_, verify, text, atField) => {
    serve({ verify });
    const { user } = await openOtp();
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
    const { user } = await openOtp();
    await user.type(field('OTP'), '41');
    await user.click(button('Back'));
    await dialog('Forgot password');
    expect(field('Email')).toHaveValue(address);
    expect(field('Email')).toHaveFocus();
    // The server sends no other code before the wait is over.
    expect(screen.getByText(/^Resend in (?:30|29)s$/)).toBeVisible();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'other@postbox.example{Enter}');
    await dialog('Check your email');
    expect(field('OTP')).toHaveValue('');
  });

  it('ignores Back while the code is verified', async () => {
    let answer: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post(paths.verify, async () => {
        await wait;
        return HttpResponse.json({});
      }),
    );
    const { user } = await openOtp();
    await user.type(field('OTP'), '4188{Enter}');
    await waitFor(() => expect(button('Back')).toHaveAttribute('aria-disabled', 'true'));
    await user.click(button('Back'));
    answer();
    await dialog('New password');
  });
});

describe('another code', () => {
  const start = Date.UTC(2026, 10, 23, 12);
  const passTo = (seconds: number) =>
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
    const { user } = await openOtp();
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 30s');
    expect(button('Resend OTP')).toBeDisabled();
    passTo(6);
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 24s');
    passTo(29.5);
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 1s');
    expect(button('Resend OTP')).toBeDisabled();
    passTo(30);
    expect(screen.getByRole('timer')).toBeEmptyDOMElement();
    await user.type(field('OTP'), '41');
    await user.click(button('Resend OTP'));
    await waitFor(() => expect(field('OTP')).toHaveValue(''));
    expect(field('OTP')).toHaveFocus();
    expect(sent.send).toEqual([{ email: address }, { email: address }]);
    expect(screen.getByRole('timer')).toHaveTextContent('Resend in 30s');
    expect(button('Resend OTP')).toBeDisabled();
  });

  // rules accounts-forgot-resend, accounts-forgot-steps
  it('waits as long as a 429 says and keeps the typed one', async () => {
    const { user } = await openOtp();
    serve({ send: () => tooEarly(95) });
    passTo(31);
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
    const { user } = await openOtp();
    serve({ send: () => HttpResponse.error() });
    passTo(31);
    await user.click(button('Resend OTP'));
    expect(await screen.findByText('Failed to send OTP')).toBeVisible();
    expect(button('Resend OTP')).toBeEnabled();
  });
});

describe('step 3', () => {
  // rule accounts-forgot-fields
  it('has two fields that offer a new password and can show it', async () => {
    const { user } = await openNewPassword();
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
    const { user } = await openNewPassword();
    await user.click(button('Reset password'));
    expect(field('New password')).toHaveAccessibleDescription('New password is required');
    expect(field('Confirm password')).toHaveAccessibleDescription('Please confirm your password');
    await typePasswords(user, 'another');
    expect(field('New password')).toBeValid();
    expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
    expect(sent.reset).toEqual([]);
  });

  // rule accounts-forgot-done
  it('sets the password and opens the login with the address', async () => {
    const after = vi.fn();
    openLogin({ after });
    const { user, client } = await openNewPassword();
    await typePasswords(user);
    await dialog('Welcome back');
    expect(screen.getByText('Password reset successfully!')).toBeVisible();
    expect(sent.reset).toEqual([{ email: address, otp: '4188', password: secret }]);
    expect(field('Email')).toHaveValue(address);
    expect(field('Password')).toHaveValue('');
    expect(field('Password')).toHaveFocus();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(useModalStore.getState()).toEqual({ ...closed, modal: 'login', email: address, after });
    expect(client.getQueryData(sharedKeys.me)).toBeNull();
    // Its fields are empty the next time.
    await user.clear(field('Email'));
    await user.click(button('Forgot password?'));
    expect(field('Email')).toHaveValue('');
  });

  // rule accounts-forgot-back
  it('goes back to the code and clears the passwords', async () => {
    const { user } = await openNewPassword();
    await user.type(field('New password'), secret);
    await user.click(button('Back'));
    await dialog('Check your email');
    expect(field('OTP')).toHaveFocus();
    await user.click(button('Verify OTP'));
    await dialog('New password');
    expect(field('New password')).toHaveValue('');
    expect(field('Confirm password')).toHaveValue('');
  });

  // rule accounts-forgot-refused-code
  it('goes back to the code when it is refused, and says why', async () => {
    const { user } = await openNewPassword();
    serve({ reset: () => refusal(400, 'Invalid OTP') });
    await typePasswords(user);
    await dialog('Check your email');
    expect(field('OTP')).toHaveAccessibleDescription('Invalid OTP');
    expect(field('OTP')).toHaveValue('');
    expect(field('OTP')).toHaveFocus();
    expect(screen.getByText('Invalid OTP', { selector: '.toast__text' })).toBeVisible();
    await user.type(field('OTP'), '2005{Enter}');
    await dialog('New password');
    expect(field('New password')).toHaveValue('');
  });

  it('shows a refusal of the password at its field', async () => {
    const text = 'This password is too common. Please choose another.';
    const { user } = await openNewPassword();
    serve({ reset: () => refusal(422, 'Check it', 'validation', { password: text }) });
    await typePasswords(user);
    await waitFor(() => expect(field('New password')).toHaveAccessibleDescription(text));
    expect(field('New password')).toHaveFocus();
    expect(field('New password')).toHaveValue(secret);
  });

  // rules accounts-forgot-toasts, accounts-forgot-steps
  it.each([
    ['the server says why', () => refusal(503, 'Back soon'), 'Back soon'],
    ['nobody answers', () => HttpResponse.error(), 'Failed to reset password'],
  ])('toasts and keeps the passwords when %s', async (_, reset, text) => {
    const { user } = await openNewPassword();
    serve({ reset });
    await typePasswords(user);
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('New password')).toHaveValue(secret);
    expect(field('Confirm password')).toHaveValue(secret);
  });
});

describe('the link of a mail', () => {
  function openLink() {
    openResetLink('t0ken');
    return renderApp(<Modals />, { user: null });
  }

  // rules accounts-forgot-link, accounts-forgot-done
  it('sets the password and opens the login', async () => {
    const { user } = openLink();
    expect(field('New password')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await typePasswords(user);
    await dialog('Welcome back');
    expect(screen.getByText('Password reset successfully!')).toBeVisible();
    expect(sent.link).toEqual([{ token: 't0ken', password: secret }]);
    expect(useModalStore.getState()).toEqual({ ...closed, modal: 'login' });
  });

  // rule accounts-forgot-link
  it('offers a new mail when it is refused', async () => {
    const text = 'This link no longer works. Please ask for a new mail.';
    serve({ link: () => refusal(400, text, 'invalid_link') });
    const { user } = openLink();
    await typePasswords(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(button('Ask for a new mail')).toHaveFocus();
    await user.click(button('Ask for a new mail'));
    await dialog('Forgot password');
    await user.type(field('Email'), `${address}{Enter}`);
    await dialog('Check your email');
  });

  it('keeps the passwords when another thing fails', async () => {
    serve({ link: () => refusal(400, 'Malformed') });
    const { user } = openLink();
    await typePasswords(user);
    expect(await screen.findByText('Malformed')).toBeVisible();
    expect(field('New password')).toHaveValue(secret);
  });

  // rule accounts-login-ends
  it('notices that the reset has ended the session of this browser', async () => {
    holdSession();
    vi.spyOn(console, 'warn').mockReturnValue();
    const { user, client } = openLink();
    client.setQueryData(sharedKeys.me, fakeUser());
    await typePasswords(user);
    await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toBeNull());
    expect(client.getQueryData(sharedKeys.ended)).toMatchObject({ email: address });
  });
});

describe('closing', () => {
  it.each(['Back of the browser', 'Escape'])('is what %s does', async (way) => {
    let back = () => undefined as unknown;
    function Router() {
      const navigate = useNavigate();
      back = () => navigate(-1);
      return <Modals />;
    }
    switchModal('forgot', address);
    const { user } = renderApp(<Router />, { user: null });
    await user.click(button('Send OTP'));
    await dialog('Check your email');
    await waitFor(() => expect(useOverlayStore.getState().depth).toBe(1));
    if (way === 'Escape') await user.keyboard('{Escape}');
    else act(() => void back());
    await waitFor(() => expect(useModalStore.getState()).toEqual(closed));
    await waitFor(() => expect(useOverlayStore.getState().depth).toBe(0));
  });

  it('opens no login when the answer comes after it', async () => {
    const { user } = await openNewPassword();
    let answer: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post(paths.reset, async () => {
        await wait;
        return HttpResponse.json({});
      }),
    );
    await typePasswords(user);
    await user.keyboard('{Escape}');
    answer();
    expect(await screen.findByText('Password reset successfully!')).toBeVisible();
    expect(useModalStore.getState()).toEqual(closed);
  });
});
