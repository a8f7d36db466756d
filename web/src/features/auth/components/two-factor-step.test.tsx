import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { closedState, closeModal, openLogin, useModalStore } from '../model/modal-store';
import { LoginModal } from './login-modal';

const email = 'mirela@postbox.example';
const codePath = '*/api/auth/login/two-factor';
const codeField = () => screen.getByLabelText('Code');
const buttonNamed = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(closeModal);

const ada = {
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  profile_pic: '/a.webp',
  coin_url: '/c.webp',
};

/**
 * Opens the step that asks for the two-factor code. `sent` of the result lists the bodies of the calls that
 * send a code. `afterLogin` of the result is the mock that `openLogin` got.
 */
async function openStep(answer: () => Response) {
  const sentBodies: unknown[] = [];
  server.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json(
        { message: 'Enter the code.', code: 'two_factor_required', challenge: 'c-1' },
        { status: 401 },
      ),
    ),
    http.post(codePath, async ({ request }) => {
      sentBodies.push(await request.json());
      return answer();
    }),
  );
  const afterLogin = vi.fn();
  openLogin({ afterLogin, goal: { aim: 'talk', character: ada } });
  const { user } = renderApp(<LoginModal />, { user: null });
  await user.type(screen.getByRole('textbox', { name: 'Email' }), email);
  await user.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  await screen.findByRole('dialog', { name: 'Two-factor sign-in' });
  return { user, sent: sentBodies, afterLogin };
}

const wrongCodeAnswer = () => refusal(400, 'Invalid code', 'invalid_code');

// rules accounts-two-factor-step, accounts-login-done
it('takes a pasted code, signs in and runs the callback once', async () => {
  const { user, sent, afterLogin } = await openStep(() =>
    HttpResponse.json({ token: 'abc', user: fakeUser() }),
  );
  expect(codeField()).toHaveFocus();
  expect(codeField()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(codeField()).toHaveAttribute('inputmode', 'numeric');
  await user.paste(' 123 456 ');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Logged in successfully!')).toBeVisible();
  expect(sent).toEqual([{ challenge: 'c-1', code: '123456' }]);
  expect(localStorage.getItem('token')).toBe('abc');
  expect(afterLogin).toHaveBeenCalledOnce();
  expect(useModalStore.getState()).toEqual(closedState);
});

// rule accounts-two-factor-step
it('sends no code that cannot be right', async () => {
  const { user, sent } = await openStep(wrongCodeAnswer);
  await user.click(buttonNamed('LOGIN'));
  expect(codeField()).toHaveAccessibleDescription('Code is required');
  await user.type(codeField(), '12345{Enter}');
  expect(codeField()).toHaveAccessibleDescription('Code must have 6 digits');
  await user.click(buttonNamed('Use a recovery code'));
  const recoveryField = screen.getByLabelText('Recovery code');
  expect(recoveryField).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(recoveryField).toHaveAccessibleDescription('Recovery code is required');
  await user.type(recoveryField, '7k2m{Enter}');
  expect(recoveryField).toHaveAccessibleDescription('A recovery code has 8 letters and digits');
  expect(sent).toEqual([]);
});

// rule accounts-two-factor-step
it('takes a recovery code', async () => {
  const { user, sent } = await openStep(wrongCodeAnswer);
  await user.click(buttonNamed('Use a recovery code'));
  await user.keyboard('7K2M x09q{Enter}');
  await waitFor(() =>
    expect(screen.getByLabelText('Recovery code')).toHaveAccessibleDescription('Invalid code'),
  );
  expect(sent).toEqual([{ challenge: 'c-1', code: '7K2M x09q' }]);
});

// rule accounts-two-factor-step
it('leads back to the password after the fifth wrong code', async () => {
  const { user, sent } = await openStep(wrongCodeAnswer);
  for (let tries = 1; tries < 5; tries += 1) {
    await user.type(codeField(), `00000${tries}{Enter}`);
    await waitFor(() => expect(codeField()).toHaveAccessibleDescription('Invalid code'));
    expect(codeField()).toHaveFocus();
  }
  await user.type(codeField(), '000005{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'That took more than ten minutes or five tries. Please log in again.',
  );
  expect(sent).toHaveLength(5);
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  expect(screen.getByLabelText('Password')).toHaveValue('');
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

// rule accounts-two-factor-step
it('leads back to the password when the challenge has ended', async () => {
  const { user, afterLogin } = await openStep(() =>
    refusal(400, 'Please log in again.', 'challenge_ended'),
  );
  await user.type(codeField(), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please log in again.');
  expect(useModalStore.getState()).toMatchObject({ modal: 'login', challenge: null, afterLogin });
});

it.each([
  ['the server says why', () => refusal(429, 'Too many attempts'), 'Too many attempts'],
  ['nobody answers', () => Response.error(), 'Login failed'],
])('keeps the code when %s, which costs no try', async (_, answer, text) => {
  const { user } = await openStep(answer);
  await user.type(codeField(), '123456{Enter}');
  await waitFor(() => expect(codeField()).toHaveAccessibleDescription(text));
  expect(codeField()).toHaveValue('123456');
});

// rules accounts-two-factor-step, accounts-login-goal
it('goes back by its button, and keeps what the login is for', async () => {
  const { user, afterLogin } = await openStep(wrongCodeAnswer);
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('to talk with Ada Lovelace');
  await user.click(buttonNamed('Back to Login'));
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('to talk with Ada Lovelace');
  expect(useModalStore.getState()).toMatchObject({ challenge: null, afterLogin });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Password')).toHaveFocus();
});
