import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderApp } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';
import { ForgotModal } from '../components/forgot-modal';
import { LoginModal } from '../components/login-modal';
import { switchModal, useModalStore } from '../model/modal-store';

export const address = 'mirela@postbox.example';
export const secret = 'a new secret';
export const paths = {
  send: '*/api/admin/auth/forgot-password',
  verify: '*/api/admin/auth/verify-otp',
  reset: '*/api/admin/auth/reset-password',
  link: '*/api/auth/reset-by-link',
};

/** The bodies that each call has received. */
export let sent: Record<keyof typeof paths, unknown[]>;

const names = Object.keys(paths) as (keyof typeof paths)[];

/** Before each test: no call was received, and all are answered with 200. */
export function resetCalls(): void {
  sent = { send: [], verify: [], reset: [], link: [] };
  serve();
}

/** Answers all calls with 200, or the named ones with `answers`. */
export function serve(answers: Partial<Record<keyof typeof paths, () => Response>> = {}): void {
  server.use(
    ...names.map((name) =>
      http.post(paths[name], async ({ request }) => {
        sent[name].push(await request.json());
        return answers[name]?.() ?? HttpResponse.json({ message: 'ok' });
      }),
    ),
  );
}

export const tooEarly = (seconds: number) =>
  HttpResponse.json(
    { message: 'Please wait a moment', code: 'rate_limited' },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  );

export const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
export const button = (name: string) => screen.getByRole('button', { name });
export const dialog = (name: string) => screen.findByRole('dialog', { name });

/** The modals of a page, as the application shows them. */
export function Modals() {
  const { modal, resetToken } = useModalStore();
  if (modal === 'login') return <LoginModal />;
  return modal === 'forgot' ? <ForgotModal key={resetToken} /> : null;
}

export function openForgot(typed = '') {
  switchModal('forgot', { email: typed });
  return renderApp(<Modals />, { user: null });
}

export async function openOtp() {
  const view = openForgot(address);
  await view.user.click(button('Send OTP'));
  await dialog('Check your email');
  return view;
}

export async function openNewPassword() {
  const view = await openOtp();
  await view.user.type(field('OTP'), '4188{Enter}');
  await dialog('New password');
  return view;
}

type User = ReturnType<typeof renderApp>['user'];

export async function typePasswords(user: User, confirmation = secret) {
  await user.type(field('New password'), secret);
  await user.type(field('Confirm password'), `${confirmation}{Enter}`);
}
