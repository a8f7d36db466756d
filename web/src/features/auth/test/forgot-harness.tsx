import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderApp } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';
import { ForgotModal } from '../components/forgot-modal';
import { LoginModal } from '../components/login-modal';
import { switchModal, useModalStore } from '../model/modal-store';

export const emailAddress = 'mirela@postbox.example';
export const newPassword = 'a new secret';
export const resetPaths = {
  send: '*/api/admin/auth/forgot-password',
  verify: '*/api/admin/auth/verify-otp',
  reset: '*/api/admin/auth/reset-password',
  link: '*/api/auth/reset-by-link',
};

/** The request bodies of each call, in order. */
export let sentBodies: Record<keyof typeof resetPaths, unknown[]>;

const pathNames = Object.keys(resetPaths) as (keyof typeof resetPaths)[];

/** Clears the recorded calls and answers later ones with 200. Call it before each test. */
export function resetRecordedCalls(): void {
  sentBodies = { send: [], verify: [], reset: [], link: [] };
  serveResetCalls();
}

/** Answers each call with its entry in `answers`, or with 200 if it has none. */
export function serveResetCalls(
  answers: Partial<Record<keyof typeof resetPaths, () => Response>> = {},
): void {
  server.use(
    ...pathNames.map((name) =>
      http.post(resetPaths[name], async ({ request }) => {
        sentBodies[name].push(await request.json());
        return answers[name]?.() ?? HttpResponse.json({ message: 'ok' });
      }),
    ),
  );
}

export const tooEarlyAnswer = (seconds: number) =>
  HttpResponse.json(
    { message: 'Please wait a moment', code: 'rate_limited' },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  );

export const field = (label: string) => screen.getByLabelText(label, { selector: 'input' });
export const button = (name: string) => screen.getByRole('button', { name });
export const findDialog = (name: string) => screen.findByRole('dialog', { name });

/** Renders the open modal, as the application does. */
export function OpenAuthModal() {
  const { modal, resetToken } = useModalStore();
  if (modal === 'login') return <LoginModal />;
  return modal === 'forgot' ? <ForgotModal key={resetToken} /> : null;
}

export function openEmailStep(typed = '') {
  switchModal('forgot', { email: typed });
  return renderApp(<OpenAuthModal />, { user: null });
}

export async function openOtpStep() {
  const view = openEmailStep(emailAddress);
  await view.user.click(button('Send OTP'));
  await findDialog('Check your email');
  return view;
}

export async function openNewPasswordStep() {
  const view = await openOtpStep();
  await view.user.type(field('OTP'), '4188{Enter}');
  await findDialog('New password');
  return view;
}

type TestUser = ReturnType<typeof renderApp>['user'];

export async function typePasswords(user: TestUser, confirmation = newPassword) {
  await user.type(field('New password'), newPassword);
  await user.type(field('Confirm password'), `${confirmation}{Enter}`);
}
