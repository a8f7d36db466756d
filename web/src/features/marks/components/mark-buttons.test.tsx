import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionScope, useModalStore } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import type { Profile } from '#/shared/api/types';
import { deferred } from '#/shared/test/deferred';
import { fakeSocial } from '#/shared/test/fake-social';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { FollowButton, LikeButton } from './mark-buttons';

async function renderMarkButtons(user: ReturnType<typeof fakeUser> | null = fakeUser()) {
  const view = renderApp(
    <SessionScope>
      <LikeButton character="ada-lovelace" />
      <FollowButton character="ada-lovelace" />
    </SessionScope>,
    { user },
  );
  await waitFor(() => expect(heartButton()).toBeEnabled());
  const shownStats = () =>
    view.client.getQueryData<Profile>(sharedKeys.profile('ada-lovelace'))?.stats ?? null;
  return { ...view, stats: shownStats };
}

const heartButton = () => screen.getByRole('button', { name: 'Like' });
const followButton = () => screen.getByRole('button', { name: /^(Follow|Unfollow)$/ });

beforeEach(() => {
  useModalStore.setState({ modal: null, afterLogin: null });
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('like', () => {
  // rule marks-server-decides
  it('shows the guess at once, then the server’s answer, and sends the wished state', async () => {
    const gate = deferred<Response>();
    const fake = fakeSocial({ answers: { like: () => gate.promise } });
    const { user, stats } = await renderMarkButtons();
    await user.click(heartButton());
    await waitFor(() => expect(heartButton()).toHaveAttribute('aria-pressed', 'true'));
    expect(stats()?.likes).toBe(4);
    gate.resolve(HttpResponse.json({ is_liked: true, like_count: 41 }));
    await waitFor(() => expect(stats()?.likes).toBe(41));
    fake.answers = {};
    await user.click(heartButton());
    await waitFor(() => expect(fake.changeRequests).toHaveLength(2));
    expect(fake.changeRequests.map(({ body }) => body)).toEqual([
      { liked: true },
      { liked: false },
    ]);
  });

  // rule marks-server-decides
  it('shows the server’s answer when it differs from the guess', async () => {
    const answer = () => HttpResponse.json({ is_liked: false, like_count: 0 });
    fakeSocial({ answers: { like: answer } });
    const { user, stats } = await renderMarkButtons();
    await user.click(heartButton());
    await waitFor(() => expect(stats()?.likes).toBe(0));
    expect(heartButton()).toHaveAttribute('aria-pressed', 'false');
  });

  // rules marks-failure-logged, texts-logged-only
  it('is rolled back and only logged when it fails', async () => {
    fakeSocial({ answers: { like: () => refusal(500, 'broken') } });
    const { user, stats } = await renderMarkButtons();
    await user.click(heartButton());
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    await waitFor(() => expect(stats()?.likes).toBe(3));
    expect(heartButton()).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByText('broken')).toBeNull();
  });

  it('opens the login modal when the login has ended, and likes after the login', async () => {
    const fake = fakeSocial({ answers: { like: () => refusal(401, 'Unauthorized') } });
    const { user } = await renderMarkButtons();
    await user.click(heartButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(heartButton()).toHaveAttribute('aria-pressed', 'false');
    fake.answers = {};
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(heartButton()).toHaveAttribute('aria-pressed', 'true'));
    expect(fake.changeRequests.map(({ body }) => body)).toEqual([{ liked: true }, { liked: true }]);
  });

  it('keeps the order of quick presses', async () => {
    const fake = fakeSocial();
    const { user } = await renderMarkButtons();
    await user.dblClick(heartButton());
    await waitFor(() => expect(fake.changeRequests).toHaveLength(2));
    expect(fake.changeRequests.map(({ body }) => body)).toEqual([
      { liked: true },
      { liked: false },
    ]);
    await waitFor(() => expect(heartButton()).toHaveAttribute('aria-pressed', 'false'));
  });

  it('opens the login modal for a visitor, and likes after the login', async () => {
    const fake = fakeSocial();
    const { user, client, stats } = await renderMarkButtons(null);
    await user.click(heartButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(fake.changeRequests).toEqual([]);
    client.setQueryData(['me'], fakeUser());
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(fake.changeRequests).toHaveLength(1));
    await waitFor(() => expect(heartButton()).toHaveAttribute('aria-pressed', 'true'));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(heartButton()).toHaveAttribute('aria-pressed', 'true');
    expect(stats()?.likes).toBe(41);
  });
});

describe('follow', () => {
  it('says Follow, then Unfollow, and shows the server’s count', async () => {
    const fake = fakeSocial();
    const { user, stats } = await renderMarkButtons();
    expect(followButton()).toHaveTextContent('Follow');
    await user.click(followButton());
    await waitFor(() => expect(followButton()).toHaveTextContent('Unfollow'));
    await waitFor(() => expect(stats()?.followers).toBe(17));
    await user.click(followButton());
    await waitFor(() => expect(followButton()).toHaveTextContent(/^Follow$/));
    expect(fake.changeRequests.map(({ body }) => body)).toEqual([
      { following: true },
      { following: false },
    ]);
  });

  it('opens the login for a visitor', async () => {
    const fake = fakeSocial();
    const { user } = await renderMarkButtons(null);
    await user.click(followButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(fake.changeRequests).toEqual([]);
  });
});
