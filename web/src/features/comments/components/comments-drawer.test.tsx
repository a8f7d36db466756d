import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useOverlayStore } from '#/shared/browser/overlay-store';
import { whenPageFree } from '#/shared/browser/page-hold';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { fakeSocial, manyComments } from '#/shared/test/fake-social';
import { fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { CommentsDrawer } from './comments-drawer';

function DrawerExample() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && <CommentsDrawer character="ada-lovelace" onClose={() => setOpen(false)} />}
    </>
  );
}

const queryDrawer = () => screen.queryByRole('complementary', { name: 'Comments' });

beforeEach(() => setDesktop(true));

async function openDrawer() {
  const profile = fakeProfile();
  fakeSocial({
    profile: { ...profile, stats: { ...profile.stats, comments: 46 } },
    comments: manyComments(2),
  });
  const view = renderApp(<DrawerExample />, { user: fakeUser() });
  await view.user.click(screen.getByRole('button', { name: 'open' }));
  return view;
}

// rule comments-drawer
it('fetches when it opens, shows the number of comments and takes the focus', async () => {
  await openDrawer();
  expect(queryDrawer()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close comments' })).toHaveFocus();
  expect(await screen.findByText('text of c1')).toBeVisible();
  expect(await screen.findByText('46')).toBeVisible();
});

it.each(['the button', 'Escape'])('closes by %s and gives the focus back', async (way) => {
  const { user } = await openDrawer();
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(screen.getByRole('button', { name: 'Close comments' }));
  expect(queryDrawer()).toBeNull();
  expect(screen.getByRole('button', { name: 'open' })).toHaveFocus();
});

it('ignores Escape while the field has text', async () => {
  const { user } = await openDrawer();
  await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Half{Escape}');
  expect(queryDrawer()).toBeVisible();
});

it('closes by Back where it covers the screen, and keeps the unsent text', async () => {
  setDesktop(false);
  const { user } = await openDrawer();
  await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Half');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(queryDrawer()).toBeNull());
  await user.click(screen.getByRole('button', { name: 'open' }));
  expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half');
});

it('is not closed by Back where the chat stays usable beside it', async () => {
  await openDrawer();
  expect(useOverlayStore.getState().openOverlays).toEqual([]);
});

it('holds the page while a text is unsent', async () => {
  const { user } = await openDrawer();
  await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Half');
  vi.useFakeTimers();
  const reload = vi.fn();
  whenPageFree(reload);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});
