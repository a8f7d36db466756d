import { screen } from '@testing-library/react';
import { http } from 'msw';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { ActivityEvent } from '#/shared/api/types';
import { fakeSocial } from '#/shared/test/fake-social';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { Activity } from './activity';

const fakeEvent = (over: Partial<ActivityEvent>): ActivityEvent => ({
  id: 'e',
  type: 'milestone',
  text: 'Ada Lovelace reached 100 likes',
  user: null,
  created_at: '2026-11-20T20:41:00Z',
  ...over,
});

const renderActivity = () => renderApp(<Activity character="ada-lovelace" />, { user: null });

it('lists comments with their authors, and milestones', async () => {
  vi.setSystemTime('2026-11-20T22:41:00Z');
  const user = { name: 'teodor', avatar: null };
  fakeSocial({
    activity: [fakeEvent({}), fakeEvent({ id: 'c', type: 'comment', text: '<b>Hi</b>', user })],
  });
  renderActivity();
  expect(await screen.findByText('Ada Lovelace reached 100 likes')).toBeVisible();
  expect(screen.getByText('<b>Hi</b>')).toBeVisible();
  const [milestone, comment] = screen.getAllByRole('listitem');
  expect(milestone).not.toHaveTextContent('commented');
  expect(milestone).toHaveTextContent('2h ago');
  expect(comment).toHaveTextContent('teodor commented');
});

function ToggledActivity() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)} />
      {open && <Activity character="ada-lovelace" />}
    </>
  );
}

// rule settings-activity-status
it('asks again whenever it is opened', async () => {
  const socialServer = fakeSocial({ activity: [fakeEvent({ text: 'From Bo' })] });
  const { user } = renderApp(<ToggledActivity />, { user: null });
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('From Bo')).toBeVisible();
  await user.click(screen.getByRole('button'));
  socialServer.activity = [];
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('Nothing has happened here yet')).toBeVisible();
});

it('says when nothing has happened', async () => {
  fakeSocial();
  renderActivity();
  expect(await screen.findByText('Nothing has happened here yet')).toBeVisible();
});

it('offers a retry after a failure', async () => {
  fakeSocial({ activity: [fakeEvent({})] });
  server.use(http.get('*/api/profile/:id/activity', () => refusal(500, 'x'), { once: true }));
  const { user } = renderActivity();
  expect(await screen.findByText('The activity could not be fetched.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ada Lovelace reached 100 likes')).toBeVisible();
});
