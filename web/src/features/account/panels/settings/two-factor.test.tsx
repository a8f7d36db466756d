import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { closeModal, useModalStore, useSession } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { isPageHeld } from '#/shared/browser/page-hold';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeAccount } from '../../test/fake-account';
import { TwoFactor } from './two-factor';

const secret = 'ABCDEFGHIJKLMNOP';
const otpauthUrl = `otpauth://totp/Colloquy:mirela?secret=${secret}`;
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `7k2m-x09${n}`);
const button = (name: string) => screen.getByRole('button', { name });
const passwordField = () => screen.getByLabelText('Password');
const codeField = () => screen.getByLabelText('Code');
const twoFactorHeading = () => screen.getByRole('heading', { name: 'Two-factor sign-in' });

/**
 * Simulates a reload of the page. Returns 'asks' if the page makes the browser ask the user first, else
 * 'goes'.
 */
const simulateReload = () =>
  window.dispatchEvent(new Event('beforeunload', { cancelable: true })) ? 'goes' : 'asks';

interface TwoFactorCall {
  path: string;
  body: unknown;
}

type TwoFactorAnswers = Partial<Record<'begin' | 'confirm' | 'disable', () => Response>>;

/**
 * Shows the two-factor settings of the signed-in user, as the account page does. The button 'Other page'
 * unmounts and remounts them, which simulates a visit to another page.
 */
function TwoFactorPage() {
  const session = useSession();
  const [isAway, setAway] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAway(!isAway)}>
        Other page
      </button>
      {session.status === 'in' && !isAway && <TwoFactor user={session.user} />}
    </>
  );
}

function openTwoFactorPage(over: Partial<User> = {}, answers: TwoFactorAnswers = {}) {
  const fake = fakeAccount();
  fake.me = { ...fake.me, ...over };
  const calls: TwoFactorCall[] = [];
  const setServedTwoFactor = (isOn: boolean) => {
    fake.me = { ...fake.me, two_factor: isOn };
  };
  const answer =
    (kind: keyof TwoFactorAnswers, done: () => Response) =>
    async ({ request }: { request: Request }) => {
      calls.push({ path: kind, body: await request.json() });
      return answers[kind]?.() ?? done();
    };
  server.use(
    http.post(
      '*/api/user/two-factor',
      answer('begin', () =>
        HttpResponse.json({
          secret,
          otpauth_url: otpauthUrl,
          qr: 'data:image/svg+xml;base64,AA==',
        }),
      ),
    ),
    http.post(
      '*/api/user/two-factor/confirm',
      answer('confirm', () => {
        setServedTwoFactor(true);
        return HttpResponse.json({ recovery_codes: recoveryCodes });
      }),
    ),
    http.delete(
      '*/api/user/two-factor',
      answer('disable', () => {
        setServedTwoFactor(false);
        return HttpResponse.json({ success: true });
      }),
    ),
  );
  const view = renderApp(<TwoFactorPage />, { url: '/user', user: fake.me });
  return { ...view, calls, setTwoFactor: setServedTwoFactor };
}

async function openSetup(answers: TwoFactorAnswers = {}) {
  const view = openTwoFactorPage({}, answers);
  await view.user.click(button('Enable 2FA'));
  expect(passwordField()).toHaveFocus();
  await view.user.keyboard('a quiet room{Enter}');
  await screen.findByRole('heading', { name: 'Scan this with your authenticator app' });
  return view;
}

async function openRecoveryCodes() {
  const view = await openSetup();
  await view.user.type(codeField(), '123 456{Enter}');
  await screen.findByRole('heading', { name: 'Keep your recovery codes' });
  return view;
}

beforeEach(() => {
  closeModal();
  vi.spyOn(console, 'warn').mockReturnValue();
});

// rules account-two-factor, account-recovery-codes
it('shows the secret, takes the first code and shows the recovery codes once', async () => {
  const { user, calls } = await openSetup();
  expect(screen.getByRole('heading', { level: 3 })).toHaveFocus();
  expect(screen.getByRole('img', { name: /QR code/ })).toHaveAttribute(
    'src',
    'data:image/svg+xml;base64,AA==',
  );
  expect(screen.getByRole('link', { name: /authenticator app/ })).toHaveAttribute(
    'href',
    otpauthUrl,
  );
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
  await user.click(button('Copy the secret'));
  expect(await navigator.clipboard.readText()).toBe(secret);
  expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(codeField()).toHaveAttribute('inputmode', 'numeric');
  await user.click(codeField());
  await user.paste(' 123 456 ');
  await user.keyboard('{Enter}');
  await screen.findByText('Two-factor sign-in is on.');
  expect(screen.getByRole('heading', { name: 'Keep your recovery codes' })).toHaveFocus();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    recoveryCodes,
  );
  expect(calls).toEqual([
    { path: 'begin', body: { password: 'a quiet room' } },
    { path: 'confirm', body: { code: '123456' } },
  ]);
  await user.click(button('I have kept them'));
  expect(screen.queryByText('7k2m-x090')).toBeNull();
  expect(twoFactorHeading()).toHaveFocus();
  expect(await screen.findByRole('button', { name: 'Disable 2FA' })).toBeVisible();
  expect(screen.getByText('On')).toBeVisible();
});

// rule account-recovery-codes
it('copies and saves the recovery codes', async () => {
  const createUrl = vi.fn((_: Blob) => 'blob:file');
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: vi.fn() }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user } = await openRecoveryCodes();
  await user.click(button('Copy'));
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'));
  await user.click(button('Download'));
  expect(click).toHaveBeenCalledOnce();
  const text = await createUrl.mock.calls[0]?.[0].text();
  expect(text?.split('\n')).toEqual([
    'Recovery codes of Colloquy for mirela@postbox.example. Each of them works once.',
    '',
    ...recoveryCodes,
    '',
  ]);
});

// rule account-recovery-codes
it('keeps the recovery codes over a visit to another page and warns before a reload', async () => {
  const { user } = await openRecoveryCodes();
  expect(isPageHeld()).toBe(true);
  expect(simulateReload()).toBe('asks');
  await user.click(button('Other page'));
  expect(simulateReload()).toBe('goes');
  await user.click(button('Other page'));
  expect(screen.getByText('7k2m-x099')).toBeVisible();
  await user.click(button('I have kept them'));
  expect(simulateReload()).toBe('goes');
});

// rule account-two-factor
it.each([
  [
    'a wrong password',
    () => refusal(422, '', 'validation', { password: 'Password is incorrect' }),
    'Password is incorrect',
  ],
  ['a limit', () => refusal(429, 'Too many attempts.', 'rate_limited'), 'Too many attempts.'],
  ['no answer', () => Response.error(), 'An error occurred'],
])('shows %s at the password, which is kept', async (_, answer, text) => {
  const { user } = openTwoFactorPage({}, { begin: answer });
  await user.click(button('Enable 2FA'));
  expect(passwordField()).toHaveAttribute('autocomplete', 'current-password');
  await user.keyboard('a quiet room{Enter}');
  await waitFor(() => expect(passwordField()).toHaveAccessibleDescription(text));
  expect(passwordField()).toHaveValue('a quiet room');
  expect(passwordField()).toHaveFocus();
});

// rule account-two-factor
it.each([
  ['a wrong code', () => refusal(400, 'Invalid code', 'invalid_code'), 'Invalid code'],
  ['a limit', () => refusal(429, 'Too many attempts.', 'rate_limited'), 'Too many attempts.'],
])('shows %s at the code, which is kept', async (_, answer, text) => {
  const { user } = await openSetup({ confirm: answer });
  await user.type(codeField(), '12345{Enter}');
  expect(codeField()).toHaveAccessibleDescription('Code must have 6 digits');
  await user.type(codeField(), '6{Enter}');
  await waitFor(() => expect(codeField()).toHaveAccessibleDescription(text));
  expect(codeField()).toHaveValue('123456');
});

// rule account-two-factor
it('notices that two-factor sign-in is on although the answer was lost', async () => {
  const { user, setTwoFactor } = await openSetup({
    confirm: () => {
      setTwoFactor(true);
      return Response.error();
    },
  });
  await user.type(codeField(), '123456{Enter}');
  expect(await screen.findByRole('button', { name: 'Disable 2FA' })).toBeVisible();
  expect(screen.getByText(/For new recovery codes, disable and enable it again/)).toBeVisible();
  expect(twoFactorHeading()).toHaveFocus();
});

// rule account-two-factor
it('turns it off with the password', async () => {
  const { user, calls } = openTwoFactorPage({ two_factor: true });
  await user.click(button('Disable 2FA'));
  await user.keyboard('a quiet room{Enter}');
  expect(await screen.findByText('Two-factor sign-in is off.')).toBeVisible();
  expect(calls).toEqual([{ path: 'disable', body: { password: 'a quiet room' } }]);
  expect(button('Enable 2FA')).toBeVisible();
  expect(twoFactorHeading()).toHaveFocus();
});

it('can be cancelled at each step', async () => {
  const { user, calls } = await openSetup();
  await user.click(button('Cancel'));
  expect(twoFactorHeading()).toHaveFocus();
  await user.click(button('Enable 2FA'));
  await user.click(button('Cancel'));
  expect(button('Enable 2FA')).toBeVisible();
  expect(calls).toHaveLength(1);
});

// rules account-two-factor, accounts-no-password
it('asks those without a password for a recent login', async () => {
  const { user, calls } = openTwoFactorPage(
    { has_password: false },
    {
      begin: () => refusal(403, 'Please log in again to do this.', 'reauth_required'),
    },
  );
  await user.click(button('Enable 2FA'));
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(button('Continue')).toHaveFocus();
  await user.click(button('Continue'));
  expect(await screen.findByText('Please log in again to do this.')).toBeVisible();
  expect(calls).toEqual([{ path: 'begin', body: { password: '' } }]);
  expect(useModalStore.getState()).toMatchObject({ modal: 'login' });
  await user.click(button('Set a password by mail'));
  expect(useModalStore.getState()).toMatchObject({ modal: 'forgot' });
});
