import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { closeModal, useModalStore, useSession } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeAccount } from '../../test/fake-account';
import { Security } from './security';

const button = (name: string) => screen.getByRole('button', { name });

/** Shows the settings only while a user is signed in, as the account page does. */
function SecurityPage() {
  const session = useSession();
  return session.status === 'in' && <Security user={session.user} isTabShown />;
}

function openSecurity(over: Partial<User> = {}) {
  const fake = fakeAccount();
  fake.me = { ...fake.me, ...over };
  localStorage.setItem('token', 'abc');
  localStorage.setItem('drafts', '{}');
  return renderApp(<SecurityPage />, { url: '/user', user: fake.me });
}

// Loads the module before the tests, so that the first test of the dialog does not wait for it.
beforeAll(() => import('./delete-dialog'));

beforeEach(() => {
  closeModal();
  vi.spyOn(console, 'warn').mockReturnValue();
});

// rule account-export
it('saves the data that the token fetches', async () => {
  const createUrl = vi.fn((_: Blob) => 'blob:file');
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: vi.fn() }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  let token: string | null = null;
  server.use(
    http.get('*/api/user/export', ({ request }) => {
      token = request.headers.get('Authorization');
      return new HttpResponse('zip', { headers: { 'Content-Type': 'application/zip' } });
    }),
  );
  const { user } = openSecurity();
  await user.click(button('Download my data'));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(token).toBe('Bearer abc');
  expect(createUrl.mock.calls[0]?.[0].size).toBe(3);
});

// rule account-export
it.each([
  [
    'at the limit',
    429,
    { 'Retry-After': '60' },
    /^You can download your data again.* at \d\d:\d\d\.$/,
  ],
  ['after a failure', 500, {}, 'Your data could not be prepared. Please try again.'],
])('says when or that it can be tried again %s', async (_, status, headers, text) => {
  server.use(http.get('*/api/user/export', () => new HttpResponse(null, { status, headers })));
  const { user } = openSecurity();
  await user.click(button('Download my data'));
  expect(await screen.findByText(text)).toBeVisible();
  expect(button('Download my data')).not.toHaveAttribute('aria-disabled');
});

async function confirmDeletion(answer: () => Response) {
  const sentBodies: unknown[] = [];
  server.use(
    http.delete('*/api/user/account', async ({ request }) => {
      sentBodies.push(await request.json());
      return answer();
    }),
  );
  const view = openSecurity();
  await view.user.click(button('Delete Account'));
  await screen.findByRole('dialog', { name: 'Delete Account' });
  expect(screen.getByLabelText('Password')).toHaveFocus();
  await view.user.keyboard('a quiet room{Enter}');
  return { ...view, sent: sentBodies };
}

// rule account-delete
it('deletes the account, removes what this browser has and goes home', async () => {
  const { client, address, sent } = await confirmDeletion(() =>
    HttpResponse.json({ success: true }),
  );
  expect(await screen.findByText('Your account is deleted.')).toBeVisible();
  expect(sent).toEqual([{ password: 'a quiet room' }]);
  expect(client.getQueryData(sharedKeys.me)).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
  expect(localStorage.getItem('drafts')).toBeNull();
  await waitFor(() => expect(address()).toBe('/'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

// rule account-delete
it('shows a wrong password at the field and keeps it', async () => {
  const text = 'Current password is incorrect';
  const { client } = await confirmDeletion(() =>
    refusal(422, text, 'validation', { password: text }),
  );
  const passwordField = screen.getByLabelText('Password');
  await waitFor(() => expect(passwordField).toHaveAccessibleDescription(text));
  expect(passwordField).toHaveValue('a quiet room');
  expect(client.getQueryData(sharedKeys.me)).not.toBeNull();
});

// rule account-delete
it('toasts another failure', async () => {
  await confirmDeletion(() => new HttpResponse(null, { status: 500 }));
  expect(await screen.findByText('Failed to delete account')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Delete Account' })).toBeVisible();
});

// rules account-delete, accounts-no-password
it.each([
  ['Forgot password?', true],
  ['Set a password by mail', false],
])('has the way to a new password: %s', async (name, has_password) => {
  const { user } = openSecurity({ has_password });
  await user.click(button('Delete Account'));
  await user.click(await screen.findByRole('button', { name }));
  expect(useModalStore.getState()).toMatchObject({
    modal: 'forgot',
    email: 'mirela@postbox.example',
  });
});

// rules account-delete, accounts-no-password
it('asks those without a password for a recent login', async () => {
  server.use(
    http.delete('*/api/user/account', () =>
      refusal(403, 'Please log in again to do this.', 'reauth_required'),
    ),
  );
  const { user } = openSecurity({ has_password: false });
  await user.click(button('Delete Account'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Account' }));
  expect(dialog.queryByLabelText('Password')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  expect(await screen.findByText('Please log in again to do this.')).toBeVisible();
  expect(useModalStore.getState()).toMatchObject({ modal: 'login' });
});
