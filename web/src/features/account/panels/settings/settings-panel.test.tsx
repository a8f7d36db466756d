import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeModal, SessionScope, useModalStore, useSession } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import { deferred } from '#/shared/test/deferred';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal } from '#/shared/test/server';
import { AccountScreen } from '../../components/account-screen';
import { fakeAccount } from '../../test/fake-account';

function SettingsScreen() {
  const session = useSession();
  if (session.status !== 'in' && session.status !== 'ended') return <p>out</p>;
  return <AccountScreen user={session.user} section="settings" />;
}

async function openSettings(fake = fakeAccount()) {
  const view = renderApp(
    <SessionScope>
      <SettingsScreen />
    </SessionScope>,
    { user: fake.me },
  );
  await screen.findByRole('tab', { name: 'Profile' });
  return { ...view, fake };
}

const tab = (name: string) => screen.getByRole('tab', { name });
const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole('button', { name });

async function fillFields(user: UserEvent, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await user.clear(field(name));
    if (value !== '') await user.type(field(name), value);
  }
}

beforeEach(() => {
  setDesktop(true);
  closeModal();
  vi.spyOn(console, 'warn').mockReturnValue();
});

describe('the tabs', () => {
  // rule account-settings-tabs
  it('are chosen by the arrow keys', async () => {
    const { user } = await openSettings();
    expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
      'Profile',
      'Password',
      'Notifications',
      'Privacy',
      'Security',
    ]);
    await user.click(tab('Profile'));
    await user.keyboard('{ArrowRight}');
    expect(tab('Password')).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: 'Password' })).toBeVisible();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(tab('Security')).toHaveAttribute('aria-selected', 'true');
  });

  // rule account-settings-tabs
  it('are kept by the history entry, and typed text by the panel', async () => {
    const { user, unmount } = await openSettings();
    await user.type(field('Username'), ' Pop');
    await user.click(tab('Password'));
    await user.click(tab('Profile'));
    expect(field('Username')).toHaveValue('mirela Pop');
    await user.click(tab('Password'));
    unmount();
    await openSettings();
    expect(tab('Password')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the profile form', () => {
  // rule account-profile-form
  it('checks name and address', async () => {
    const { user, fake } = await openSettings();
    await fillFields(user, { Username: '   ', Email: '' });
    await user.click(button('Save Changes'));
    expect(field('Username')).toHaveAccessibleDescription('Username is required');
    expect(field('Username')).toHaveFocus();
    expect(field('Email')).toHaveAccessibleDescription('Email is required');
    await fillFields(user, { Username: 'x'.repeat(31), Email: 'mirela@postbox' });
    await user.click(button('Save Changes'));
    expect(field('Username')).toHaveAccessibleDescription('Name can have at most 30 characters');
    expect(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
    expect(fake.requestedChanges).toEqual([]);
  });

  // rule account-profile-form
  it('leaves a longer name of a registration as it is', async () => {
    const username = 'x'.repeat(40);
    const { user, fake } = await openSettings(fakeAccount({ me: fakeUser({ username }) }));
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible();
    expect(fake.requestedChanges[0]?.body).toEqual({ username, email: 'mirela@postbox.example' });
  });

  // rules account-saved, account-pending-email
  it('saves once, shows that it saves, and then whose confirmation it waits for', async () => {
    const { promise, resolve } = deferred<void>();
    const fake = fakeAccount();
    fake.nextAnswers.profile = async () => {
      await promise;
      delete fake.nextAnswers.profile;
      fake.me = { ...fake.me, username: 'Mira', pending_email: 'mira@new.example' };
      return Response.json({});
    };
    const { user, client } = await openSettings(fake);
    await fillFields(user, { Username: ' Mira ', Email: 'mira@new.example' });
    await user.click(button('Save Changes'));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await user.click(button('Saving...'));
    await user.type(field('Email'), '{Enter}');
    resolve();
    const savedToast = await screen.findByText('Settings updated successfully!');
    expect(savedToast.closest('[aria-live=polite]')).not.toBeNull();
    expect(screen.getByText('Waiting for confirmation of mira@new.example')).toBeVisible();
    expect(field('Username')).toHaveValue('Mira');
    expect(field('Email')).toHaveValue('mirela@postbox.example');
    expect(client.getQueryData(sharedKeys.me)).toMatchObject({ username: 'Mira' });
    expect(fake.requestedChanges).toEqual([
      { kind: 'profile', body: { username: 'Mira', email: 'mira@new.example' } },
    ]);
  });

  // rule account-saved
  it('hides the success after 3 seconds', async () => {
    const { user } = await openSettings();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible();
    await vi.advanceTimersByTimeAsync(2500);
    expect(screen.getByText('Settings updated successfully!')).toBeVisible();
    await user.pointer({ target: document.body });
    await vi.advanceTimersByTimeAsync(1000);
    await waitFor(() => expect(screen.queryByText('Settings updated successfully!')).toBeNull());
  });

  // rule account-save-failure
  it('shows a refusal at the field that it names', async () => {
    const errors = { username: 'This name could be taken for our staff.' };
    const { user, fake } = await openSettings();
    fake.nextAnswers.profile = () => refusal(422, 'Check the fields', 'validation', errors);
    await fillFields(user, { Username: 'Admin' });
    await user.click(button('Save Changes'));
    await waitFor(() => expect(field('Username')).toHaveAccessibleDescription(errors.username));
    expect(field('Username')).toHaveFocus();
    expect(field('Username')).toHaveValue('Admin');
  });

  // rule account-save-failure
  it.each([
    ['with a text', () => refusal(429, 'Too many changes'), 'Too many changes'],
    ['without a text', () => refusal(500, ''), 'Failed to update settings'],
    ['without an answer', () => Response.error(), 'An error occurred'],
  ])('keeps what was typed after a failure %s', async (_, answer, text) => {
    const { user, fake } = await openSettings();
    fake.nextAnswers.profile = answer;
    await fillFields(user, { Username: 'Mira' });
    await user.click(button('Save Changes'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(field('Username')).toHaveValue('Mira');
    expect(button('Save Changes')).not.toHaveAttribute('aria-disabled');
  });

  // rule account-change-needs-login
  it.each([
    ['the same user', 'u1', 2],
    ['another user', 'u2', 1],
  ])('saves after a new login of %s', async (_, id, times) => {
    const text = 'Please log in again to change your email.';
    const { user, client, fake } = await openSettings();
    fake.nextAnswers.profile = () => refusal(403, text, 'sign_in_again');
    await fillFields(user, { Email: 'mira@new.example' });
    await user.click(button('Save Changes'));
    expect(await screen.findByText(text)).toBeVisible();
    const { modal, afterLogin: after } = useModalStore.getState();
    expect(modal).toBe('login');
    delete fake.nextAnswers.profile;
    client.setQueryData(sharedKeys.me, { ...fake.me, id });
    after?.();
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(times));
  });
});

describe('an unconfirmed address', () => {
  // rule account-confirm-again
  it('can have its mail sent again', async () => {
    const { user, fake } = await openSettings(
      fakeAccount({ me: fakeUser({ email_verified: false }) }),
    );
    expect(screen.getByText('Confirm your email address')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The mail is on its way.')).toBeVisible();
    expect(fake.requestedChanges.map(({ kind }) => kind)).toEqual(['resend']);
    fake.nextAnswers.resend = () => refusal(429, 'Please wait a minute.');
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Please wait a minute.')).toBeVisible();
  });

  it.each([true, undefined])('is not mentioned if email_verified is %s', async (verified) => {
    const me = fakeUser(verified === undefined ? {} : { email_verified: verified });
    await openSettings(fakeAccount({ me }));
    expect(screen.queryByText('Confirm your email address')).toBeNull();
    expect(screen.queryByText(/^Waiting/)).toBeNull();
  });
});

describe('the password form', () => {
  const typedPasswords = {
    'Current Password': 'a quiet room',
    'New Password': 'a loud room',
    'Confirm New Password': 'a loud room',
  };

  async function openPassword() {
    const view = await openSettings();
    await view.user.click(tab('Password'));
    return view;
  }

  // rule account-password-form
  it('checks all three fields', async () => {
    const { user, fake } = await openPassword();
    await user.click(button('Update Password'));
    expect(field('Current Password')).toHaveAccessibleDescription('Current password is required');
    expect(field('Current Password')).toHaveFocus();
    expect(field('New Password')).toHaveAccessibleDescription('New password is required');
    expect(field('Confirm New Password')).toHaveAccessibleDescription(
      'Confirm password is required',
    );
    await fillFields(user, {
      ...typedPasswords,
      'New Password': 'short',
      'Confirm New Password': 'other',
    });
    await user.click(button('Update Password'));
    expect(field('New Password')).toHaveAccessibleDescription(
      'Password must be at least 6 characters long',
    );
    expect(field('Confirm New Password')).toHaveAccessibleDescription('Passwords do not match');
    expect(fake.requestedChanges).toEqual([]);
  });

  // rules account-password-form, account-saved
  it('saves, and clears the fields', async () => {
    const { promise, resolve } = deferred<void>();
    const { user, fake } = await openPassword();
    fake.nextAnswers.password = () => promise.then(() => Response.json({}));
    await fillFields(user, typedPasswords);
    await user.click(button('Update Password'));
    expect(await screen.findByRole('button', { name: 'Updating...' })).toBeVisible();
    resolve();
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible();
    expect(fake.requestedChanges[0]?.body).toEqual({
      currentPassword: 'a quiet room',
      newPassword: 'a loud room',
      confirmPassword: 'a loud room',
    });
    for (const name of Object.keys(typedPasswords)) expect(field(name)).toHaveValue('');
    expect(button('Update Password')).toHaveFocus();
  });

  // rule account-save-failure
  it('shows a wrong current password at its field and keeps what was typed', async () => {
    const errors = { currentPassword: 'Current password is incorrect' };
    const { user, fake } = await openPassword();
    fake.nextAnswers.password = () => refusal(422, errors.currentPassword, 'validation', errors);
    await fillFields(user, typedPasswords);
    await user.click(button('Update Password'));
    await waitFor(() =>
      expect(field('Current Password')).toHaveAccessibleDescription(errors.currentPassword),
    );
    expect(field('New Password')).toHaveValue('a loud room');
  });

  // rule accounts-login-ends
  it('opens the login when the session has ended, and then saves', async () => {
    const { user, client, fake } = await openPassword();
    fake.nextAnswers.password = () => refusal(401, 'Your session has ended.', 'session_ended');
    await fillFields(user, typedPasswords);
    await user.click(button('Update Password'));
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(field('New Password')).toHaveValue('a loud room');
    delete fake.nextAnswers.password;
    client.setQueryData(sharedKeys.me, fake.me);
    useModalStore.getState().afterLogin?.();
    expect(await screen.findByText('Settings updated successfully!')).toBeVisible();
  });
});
