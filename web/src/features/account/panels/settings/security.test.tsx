import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { closeModal } from '#/features/auth';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeAccount, fakeLogin } from '../../test/fake-account';
import { SettingsPanel } from './settings-panel';

const fakeSessions = () => [
  fakeLogin('phone', { browser: 'Safari', system: 'iOS', last_used_at: '2026-11-20T19:05:00Z' }),
  fakeLogin('own', { current: true, last_used_at: '2026-11-20T18:00:00Z' }),
  fakeLogin('odd', { browser: 'Unknown browser', system: '' }),
];

async function openSecurityTab(fake = fakeAccount({ sessions: fakeSessions() })) {
  const view = renderApp(<SettingsPanel user={fake.me} />, { user: fake.me });
  await view.user.click(screen.getByRole('tab', { name: 'Security' }));
  return { ...view, fake };
}

const sessionRows = () => within(screen.getByRole('tabpanel')).queryAllByRole('listitem');
const sessionTexts = () => sessionRows().map((row) => row.textContent);
const sessionsHeading = () => screen.getByRole('heading', { name: 'Active sessions' });

beforeEach(() => {
  closeModal();
  vi.setSystemTime('2026-11-20T21:05:00Z');
});

// rule account-sessions
it('lists browser, system, last use and beginning, this device first', async () => {
  await openSecurityTab();
  await screen.findByText('Firefox on Linux');
  expect(sessionTexts()).toEqual([
    'Firefox on LinuxNow, signed in 2 Nov 2026This device',
    'Unknown browser24m ago, signed in 2 Nov 2026End',
    'Safari on iOS2h ago, signed in 2 Nov 2026End',
  ]);
});

// rule account-sessions
it('asks for the sessions only when the tab is shown', async () => {
  const fake = fakeAccount();
  const onFetch = vi.fn();
  server.use(
    http.get('*/api/user/sessions', () => {
      onFetch();
      return HttpResponse.json({ data: fake.sessions });
    }),
  );
  const { user } = renderApp(<SettingsPanel user={fake.me} />, { user: fake.me });
  await user.click(screen.getByRole('tab', { name: 'Password' }));
  expect(onFetch).not.toHaveBeenCalled();
  await user.click(screen.getByRole('tab', { name: 'Security' }));
  await screen.findByText('Firefox on Linux');
  expect(onFetch).toHaveBeenCalledTimes(1);
});

// rule account-sessions
it.each([
  ['ends', undefined],
  ['ends one that had already ended,', () => refusal(404, 'Not found', 'not_found')],
])('%s a session and passes the focus on', async (_, answer) => {
  const { user, fake } = await openSecurityTab();
  if (answer) fake.nextAnswers.end = answer;
  await user.click(await screen.findByRole('button', { name: 'End Safari on iOS' }));
  await waitFor(() => expect(sessionRows()).toHaveLength(2));
  expect(fake.requestedChanges).toEqual([{ kind: 'end', body: 'phone' }]);
  expect(screen.queryByText('Safari on iOS')).toBeNull();
  expect(sessionsHeading()).toHaveFocus();
});

// rule account-sessions
it('ends all others, and offers it only if there are some', async () => {
  const { user, fake } = await openSecurityTab();
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(sessionRows()).toHaveLength(1));
  expect(fake.requestedChanges.map(({ kind }) => kind)).toEqual(['endOthers']);
  expect(screen.getByText('This device')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  expect(sessionsHeading()).toHaveFocus();
});

it.each([
  ['End Safari on iOS', 'end', 'The session could not be ended.'],
  ['End all others', 'endOthers', 'The other sessions could not be ended.'],
] as const)('keeps the list when %s fails', async (name, kind, text) => {
  const { user, fake } = await openSecurityTab();
  fake.nextAnswers[kind] = () => refusal(500, '');
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(sessionRows()).toHaveLength(3);
});

it('offers a retry when the list cannot be fetched', async () => {
  const fake = fakeAccount();
  server.use(http.get('*/api/user/sessions', () => refusal(503, 'down'), { once: true }));
  const { user } = await openSecurityTab(fake);
  expect(await screen.findByText('Your sessions could not be fetched.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Firefox on Linux')).toBeVisible();
});
