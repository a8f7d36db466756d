import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequireAuth } from '#/features/auth';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server, setSignedInCookie } from '#/shared/test/server';
import { AccountPage } from './account';

const guardedRoutes = (
  <Routes>
    <Route
      path="/user"
      element={
        <RequireAuth>
          <AccountPage />
        </RequireAuth>
      }
    />
    <Route path="*" element={<h1>home</h1>} />
  </Routes>
);

const openSection = (section: string, user = fakeUser()) =>
  renderApp(guardedRoutes, { url: `/user${section}`, user });

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const sidebar = () => within(screen.getByRole('complementary', { name: 'Account' }));

beforeEach(() => {
  setDesktop(true);
  server.use(
    http.get('*/api/user/:list', () => refusal(503, 'not here')),
    http.get('*/api/help', () => refusal(503, 'not here')),
    http.get('*/api/purchase/orders', () => refusal(503, 'not here')),
  );
});

describe('who may see it', () => {
  // rule access-private-screens
  it('sends a visitor home', async () => {
    const { address } = renderApp(guardedRoutes, { url: '/user?section=settings', user: null });
    await waitFor(() => expect(address()).toBe('/'));
  });

  // rule accounts-user-unknown
  it('replaces no address while the user is unknown', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    setSignedInCookie();
    server.use(http.get('*/api/auth/me', () => refusal(503, 'down')));
    const { address } = renderApp(guardedRoutes, { url: '/user?section=settings' });
    expect(await screen.findByRole('button', { name: 'Try now' })).toBeVisible();
    expect(address()).toBe('/user?section=settings');
  });
});

describe('the sections', () => {
  // rule account-sections
  it.each([
    ['', 'Profile'],
    ['?section=profile', 'Profile'],
    ['?section=nothing', 'Profile'],
    ['?section=payments', 'Payment History'],
    ['?section=help', 'Help & Support'],
    ['?section=settings', 'Account Settings'],
  ])('/user%s is %s', async (section, name) => {
    openSection(section);
    expect(await findHeading(name)).toBeVisible();
    expect(document.title).toBe(`${name} | Colloquy`);
  });

  // rule account-sections
  it('change by replacing the history entry', async () => {
    const { user, address } = openSection('?section=profile');
    await user.click(await screen.findByRole('link', { name: /Account Settings/ }));
    expect(await findHeading('Account Settings')).toBeVisible();
    expect(address()).toBe('/user?section=settings');
    expect(sidebar().getByRole('link', { name: /Profile/ })).not.toHaveAttribute('aria-current');
    await user.click(sidebar().getByRole('link', { name: /Profile/ }));
    expect(await findHeading('Profile')).toBeVisible();
    expect(address()).toBe('/user?section=profile');
  });

  // rule account-sections
  it('are listed in the sidebar and on the profile', async () => {
    openSection('');
    await findHeading('Profile');
    const linkTexts = sidebar()
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(linkTexts).toEqual([
      'ProfilePersonal information',
      'Payment HistoryBilling and transactions',
      'Help & Support',
    ]);
    expect(sidebar().getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await screen.findByRole('link', { name: 'Edit profile' });
    expect(screen.getByRole('link', { name: /Account Settings/ })).toHaveTextContent(
      'Account SettingsProfile, Password, Notifications, Privacy, Security',
    );
  });
});

describe('the sidebar', () => {
  // rule account-sidebar
  it('shows name, address, year and status of a free account', async () => {
    openSection('', fakeUser({ joined_date: '2024-12-31T23:30:00Z' }));
    await findHeading('Profile');
    expect(sidebar().getByText('mirela')).toBeVisible();
    expect(sidebar().getByText('mirela@postbox.example')).toBeVisible();
    expect(sidebar().getByText('Member since').nextSibling).toHaveTextContent(/^2024$/);
    expect(sidebar().getByText('Status').nextSibling).toHaveTextContent(/^Free$/);
    expect(sidebar().queryByText('Premium')).toBeNull();
    expect(sidebar().queryByRole('presentation')).toBeNull();
  });

  // rule account-sidebar
  it('shows a paid account with its picture', async () => {
    const avatar = '/media/mirela.webp';
    openSection('', fakeUser({ is_paid: true, subscription_status: 'active', avatar }));
    await findHeading('Profile');
    expect(sidebar().getByText('Premium')).toBeVisible();
    expect(sidebar().getByText('Status').nextSibling).toHaveTextContent(/^Active$/);
    expect(sidebar().getByRole('presentation')).toHaveAttribute('src', avatar);
  });

  // rule accounts-logout
  it('signs out', async () => {
    server.use(http.post('*/api/auth/logout', () => HttpResponse.json({ message: 'bye' })));
    const { user, address } = openSection('');
    await findHeading('Profile');
    await user.click(sidebar().getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('on a phone', () => {
  beforeEach(() => setDesktop(false));

  const menuButton = () => screen.getByRole('button', { name: 'Account menu' });
  const findDrawer = () => screen.findByRole('dialog', { name: 'Account menu' });

  // rule account-drawer
  it('has the sidebar in a drawer, which closes by Escape and its button and returns the focus', async () => {
    const { user } = openSection('');
    await findHeading('Profile');
    expect(screen.queryByRole('complementary')).toBeNull();
    for (const close of [
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('button', { name: 'Close' })),
    ]) {
      await user.click(menuButton());
      const insideDrawer = within(await findDrawer());
      expect(insideDrawer.getByText('Member since')).toBeVisible();
      expect(insideDrawer.getByRole('button', { name: 'Sign Out' })).toBeVisible();
      await close();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(menuButton()).toHaveFocus();
    }
  });

  // rule account-drawer
  it('closes the drawer by the choice of a section', async () => {
    const { user, address } = openSection('?section=settings');
    await findHeading('Account Settings');
    await user.click(menuButton());
    await user.click(within(await findDrawer()).getByRole('link', { name: /Profile/ }));
    expect(await findHeading('Profile')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/user?section=profile');
    expect(menuButton()).toHaveFocus();
  });

  it('closes the drawer where the sidebar has room', async () => {
    const { user } = openSection('');
    await findHeading('Profile');
    await user.click(menuButton());
    await findDrawer();
    setDesktop(true);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('complementary', { name: 'Account' })).toBeVisible();
  });
});
