import { focusManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import { deferred } from '#/shared/test/deferred';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeAccount } from '../../test/fake-account';
import { SettingsPanel } from './settings-panel';

const savedText = 'Settings updated successfully!';

async function openSettingsTab(tab: 'Notifications' | 'Privacy', fake = fakeAccount()) {
  const view = renderApp(<SettingsPanel user={fake.me} />, { user: fake.me });
  await view.user.click(screen.getByRole('tab', { name: tab }));
  return { ...view, fake };
}

/** The first switch of this name: in the app, not by mail. */
const findSwitch = async (name: string) => {
  const [first] = await screen.findAllByRole('switch', { name });
  if (!first) throw new Error(`no switch ${name}`);
  return first;
};

const findMailSwitches = async () =>
  within(await screen.findByRole('list', { name: 'By email, too' })).getAllByRole('switch');

beforeEach(() => {
  closeModal();
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => focusManager.setFocused(undefined));

describe('Notifications', () => {
  // rule account-notifications
  it('has two switches for each group: in the app, and by mail', async () => {
    const fake = fakeAccount();
    fake.preferences.notifications.interactions = false;
    fake.preferences.mail.newsletter = true;
    await openSettingsTab('Notifications', fake);
    expect(await findSwitch('Character updates')).toBeChecked();
    expect(await findSwitch('Character updates')).toHaveAccessibleDescription(
      'News of the characters you follow, and purchases that end',
    );
    expect(await findSwitch('Interactions')).not.toBeChecked();
    expect(await findSwitch('Promotions')).toBeChecked();
    expect(await findSwitch('Newsletter')).toBeChecked();
    const mailSwitches = await findMailSwitches();
    const switchStates = mailSwitches.map((one) => [
      one.textContent,
      one.getAttribute('aria-checked'),
    ]);
    expect(switchStates.map(([, on]) => on)).toEqual(['false', 'false', 'false', 'true']);
  });

  // rule account-notifications
  it('saves a choice of mail beside the choice in the app', async () => {
    const { user, fake } = await openSettingsTab('Notifications');
    const [updates] = await findMailSwitches();
    if (updates) await user.click(updates);
    await screen.findByText(savedText);
    expect(fake.preferences.mail.character_updates).toBe(true);
    expect(fake.preferences.notifications.character_updates).toBe(true);
    expect(updates).toBeChecked();
  });

  // rules account-notifications, account-switches
  it('saves a press at once and leaves the groups without a switch as they are', async () => {
    const fake = fakeAccount();
    fake.preferences.notifications.promotions = false;
    fake.preferences.mail.newsletter = true;
    const preferencesBefore = structuredClone(fake.preferences);
    const { user } = await openSettingsTab('Notifications', fake);
    await user.click(await findSwitch('Interactions'));
    expect(await findSwitch('Interactions')).not.toBeChecked();
    expect((await screen.findByText(savedText)).closest('[aria-live=polite]')).not.toBeNull();
    const notifications = { ...preferencesBefore.notifications, interactions: false };
    expect(fake.preferences).toEqual({ ...preferencesBefore, notifications });
    expect(await findSwitch('Interactions')).toHaveFocus();
  });

  // rule account-switches
  it('asks for the switches only when the tab is shown', async () => {
    const fake = fakeAccount();
    const readPreferences = vi.fn(() => HttpResponse.json(fake.preferences));
    server.use(http.get('*/api/user/preferences', readPreferences));
    const { user } = await openSettingsTab('Privacy', fake);
    await findSwitch('Public profile');
    expect(readPreferences).not.toHaveBeenCalled();
    await user.click(screen.getByRole('tab', { name: 'Notifications' }));
    await findSwitch('Interactions');
    expect(readPreferences).toHaveBeenCalledTimes(1);
  });
});

describe('Privacy', () => {
  // rule account-privacy
  it('has four switches with what each does today', async () => {
    const fake = fakeAccount();
    fake.privacy.activity_status = false;
    await openSettingsTab('Privacy', fake);
    await findSwitch('Public profile');
    const switchTexts = screen
      .getAllByRole('switch')
      .map((one) => [one.getAttribute('aria-checked'), one.textContent]);
    expect(switchTexts).toEqual([
      [
        'true',
        "Public profileOthers see your name beside your comments, or 'A member' while this is off",
      ],
      ['false', 'Activity statusYour comments appear in the activity of characters'],
      [
        'true',
        "AnalyticsToday nobody's chats are counted by person. Your choice is kept for when that changes.",
      ],
      [
        'true',
        'Personalised recommendationsToday nothing is personalised. Your choice is kept for when that changes.',
      ],
    ]);
  });

  // rules account-privacy, account-switches
  it.each([
    ['Public profile', 'public_profile'],
    ['Activity status', 'activity_status'],
    ['Analytics', 'analytics'],
    ['Personalised recommendations', 'recommendations'],
  ])('saves %s alone, off and on again', async (label, name) => {
    const { user, fake } = await openSettingsTab('Privacy');
    const privacyBefore = { ...fake.privacy };
    await user.click(await findSwitch(label));
    await waitFor(() => expect(fake.privacy).toEqual({ ...privacyBefore, [name]: false }));
    await user.click(await findSwitch(label));
    await waitFor(() => expect(fake.privacy).toEqual(privacyBefore));
    expect(await findSwitch(label)).toBeChecked();
  });
});

// rule settings-activity-status
it('drops cached activity after a press of a privacy switch', async () => {
  const { user, client } = await openSettingsTab('Privacy');
  const key = [...sharedKeys.activities, 'ada-lovelace'];
  client.setQueryData(key, ['a comment of the user']);
  await user.click(await findSwitch('Activity status'));
  await screen.findByText(savedText);
  expect(client.getQueryData(key)).toBeUndefined();
});

describe('a switch', () => {
  // rule account-switches
  it('is pressed by Space and Enter', async () => {
    const { user, fake } = await openSettingsTab('Privacy');
    (await findSwitch('Analytics')).focus();
    await user.keyboard(' ');
    expect(await findSwitch('Analytics')).not.toBeChecked();
    await user.keyboard('{Enter}');
    expect(await findSwitch('Analytics')).toBeChecked();
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(2));
  });

  // rule account-saved
  it('hides the success after 3 seconds', async () => {
    const { user } = await openSettingsTab('Privacy');
    await findSwitch('Analytics');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.click(await findSwitch('Analytics'));
    expect(await screen.findByText(savedText)).toBeVisible();
    await vi.advanceTimersByTimeAsync(2500);
    expect(screen.getByText(savedText)).toBeVisible();
    await user.pointer({ target: document.body });
    await vi.advanceTimersByTimeAsync(1000);
    await waitFor(() => expect(screen.queryByText(savedText)).toBeNull());
  });

  // rules account-switches, account-save-failure
  it.each([
    ['with a text', () => refusal(429, 'Too many changes'), 'Too many changes'],
    ['without a text', () => refusal(500, ''), 'Failed to update settings'],
    ['without an answer', () => Response.error(), 'An error occurred'],
  ])('is put back after a failure %s', async (_, answer, text) => {
    const { promise, resolve } = deferred<void>();
    const { user, fake } = await openSettingsTab('Privacy');
    fake.nextAnswers.privacy = () => promise.then(answer);
    await user.click(await findSwitch('Public profile'));
    expect(await findSwitch('Public profile')).not.toBeChecked();
    resolve();
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(async () => expect(await findSwitch('Public profile')).toBeChecked());
    expect(screen.queryByText(savedText)).toBeNull();
  });

  // rule account-switches
  it('shows and stores the last of several quick presses', async () => {
    const { promise, resolve } = deferred<void>();
    const { user, fake } = await openSettingsTab('Privacy');
    fake.nextAnswers.privacy = () => promise.then(() => undefined as unknown as Response);
    for (const on of [false, true, false]) {
      await user.click(await findSwitch('Public profile'));
      expect(await findSwitch('Public profile')).toHaveAttribute('aria-checked', String(on));
    }
    await user.click(await findSwitch('Analytics'));
    resolve();
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(4));
    await screen.findByText(savedText);
    await waitFor(() =>
      expect(fake.privacy).toMatchObject({ public_profile: false, analytics: false }),
    );
    expect(await findSwitch('Public profile')).not.toBeChecked();
    expect(await findSwitch('Analytics')).not.toBeChecked();
  });

  // rule account-switches
  it('that failed is not stored with the next one', async () => {
    const { promise, resolve } = deferred<void>();
    const { user, fake } = await openSettingsTab('Privacy');
    fake.nextAnswers.privacy = async () => {
      await promise;
      delete fake.nextAnswers.privacy;
      return refusal(429, 'Too many changes');
    };
    await user.click(await findSwitch('Public profile'));
    await user.click(await findSwitch('Analytics'));
    resolve();
    await waitFor(() =>
      expect(fake.privacy).toMatchObject({ public_profile: true, analytics: false }),
    );
    await waitFor(async () => expect(await findSwitch('Public profile')).toBeChecked());
    expect(await findSwitch('Analytics')).not.toBeChecked();
    expect(screen.getByText('Too many changes')).toBeVisible();
  });

  // rule account-switches
  it('follows a change on another device when the window has the focus again', async () => {
    const { user, fake } = await openSettingsTab('Privacy');
    await findSwitch('Public profile');
    fake.privacy = { ...fake.privacy, public_profile: false };
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await waitFor(async () => expect(await findSwitch('Public profile')).not.toBeChecked());
    await user.click(await findSwitch('Analytics'));
    await waitFor(() =>
      expect(fake.privacy).toMatchObject({ public_profile: false, analytics: false }),
    );
  });

  // rule accounts-login-ends
  it.each([
    ['the same user', 'u1', 2],
    ['another user', 'u2', 1],
  ])('is saved after a new login of %s', async (_, id, times) => {
    const { user, client, fake } = await openSettingsTab('Privacy');
    fake.nextAnswers.privacy = () => refusal(401, 'Your session has ended.', 'session_ended');
    await user.click(await findSwitch('Analytics'));
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    delete fake.nextAnswers.privacy;
    client.setQueryData(sharedKeys.me, { ...fake.me, id });
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(fake.requestedChanges).toHaveLength(times));
    expect(fake.privacy.analytics).toBe(times === 1);
  });
});

// rule account-switches
it.each([
  ['Notifications', 'preferences', 'Your notification settings could not be fetched.'],
  ['Privacy', 'privacy', 'Your privacy settings could not be fetched.'],
] as const)('%s shows a failed read and reads again', async (tab, path, text) => {
  const fake = fakeAccount();
  server.use(http.get(`*/api/user/${path}`, () => refusal(500, 'broken'), { once: true }));
  const { user } = await openSettingsTab(tab, fake);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('switch')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByRole('switch'))[0]).toBeChecked();
});
