import type { Browser } from '@playwright/test';
import { CommentsSection } from '../pages/comments-part.ts';
import { ProfileScreen } from '../pages/profile-screen.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { Member } from '../support/member.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

const savedText = 'Settings updated successfully!';

/** Signs `member` in on a page of another browser context, in a session of its own. */
async function signInElsewhere(browser: Browser, url: string, member: Member) {
  const context = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    // Without this setting the context would start with the login of the test's own browser.
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'LOGIN' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(member.credentials.email);
  await page.getByLabel('Password', { exact: true }).fill(member.credentials.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /: user menu$/ })).toBeVisible();
  return page;
}

// rule access-private-screens
test('a visitor of the account area is redirected home', async ({ home, page }) => {
  await page.goto('/user?section=settings');
  await expect(page).toHaveURL('/');
  await expect(home.loginButton()).toBeVisible();
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  // rules account-sections, account-menu-entry
  test('the sections replace each other in the history, and unknown ones are the profile', async ({
    account,
    home,
    page,
  }) => {
    await home.open();
    await home.userMenu().click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await account.expectTitle('Profile');
    await expect(page).toHaveURL('/user?section=profile');
    await expectAccessible(page);
    await page.getByRole('link', { name: /Account Settings/ }).click();
    await account.expectTitle('Account Settings');
    await expect(page).toHaveURL('/user?section=settings');
    await expectAccessible(page);
    await account.sidebar.getByRole('link', { name: /Profile/ }).click();
    await account.expectTitle('Profile');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await account.open('nothing');
    await account.expectTitle('Profile');
  });

  // rule account-settings-tabs
  test('the tab of the settings survives a reload and Back', async ({ account, page }) => {
    await account.openSettings('Password');
    await page.reload();
    await expect(account.tab('Password')).toHaveAttribute('aria-selected', 'true');
    await page.goto('/about');
    await page.goBack();
    await expect(account.tab('Password')).toHaveAttribute('aria-selected', 'true');
    await account.tab('Password').press('ArrowRight');
    await expect(account.tab('Notifications')).toBeFocused();
    await account.tab('Notifications').press('End');
    await expect(account.tab('Security')).toBeFocused();
    await expectAccessible(page);
  });

  // rule account-settings-tabs
  for (const width of [narrowPhone.width, phone.width]) {
    test(`all tabs of the settings are in view at ${width} px`, async ({ account, page }) => {
      await page.setViewportSize({ width, height: 700 });
      await account.openSettings('Profile');
      const names = ['Profile', 'Password', 'Notifications', 'Privacy', 'Security'];
      for (const name of names) await expect(account.tab(name)).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
    });
  }

  // rules account-profile-form, account-saved
  test('a new name is shown everywhere', async ({ account, home, page }) => {
    await account.openSettings('Profile');
    await account.field('Username').fill('');
    await account.button('Save Changes').click();
    await account.expectError('Username', 'Username is required');
    await expectAccessible(page);
    await account.field('Username').fill('Mirela of the mill');
    await account.button('Save Changes').click();
    await expect(home.toast(savedText)).toBeVisible();
    await expect(account.sidebar).toContainText('Mirela of the mill');
    await expect(home.userMenu()).toContainText('Mirela of the mill');
    await expect(home.toast(savedText)).toBeHidden({ timeout: 6000 });
  });

  // rule account-pending-email
  test('a new address waits for its confirmation', async ({ account, member, page }) => {
    await account.openSettings('Profile');
    await account.field('Email').fill('mirela@new.example');
    await account.button('Save Changes').click();
    const waitingText = 'Waiting for confirmation of mirela@new.example';
    await expect(page.getByText(waitingText)).toBeVisible();
    await expect(account.field('Email')).toHaveValue(member.credentials.email);
    await expect(account.sidebar).toContainText(member.credentials.email);
  });

  // rule account-password-form
  test('a new password ends the other sessions', async ({
    account,
    browser,
    consoleGuard,
    home,
    member,
    server,
  }) => {
    consoleGuard.allow(/status of 422.*user\/password/);
    const otherPage = await signInElsewhere(browser, server.url, member);
    await account.openSettings('Password');
    await account.field('Current Password').fill('not my password');
    await account.field('New Password').fill('a loud room');
    await account.field('Confirm New Password').fill('a loud room');
    await account.button('Update Password').click();
    await account.expectError('Current Password', 'Current password is incorrect');
    await account.field('Current Password').fill(member.credentials.password);
    await account.button('Update Password').click();
    await expect(home.toast(savedText)).toBeVisible();
    await expect(account.field('New Password')).toHaveValue('');
    await otherPage.reload();
    await expect(
      otherPage.getByRole('banner').getByRole('button', { name: 'LOGIN' }),
    ).toBeVisible();
    await otherPage.context().close();
  });

  // rules account-switches, account-privacy, account-notifications, settings-public-profile
  test('others see a member without a name once the profile is not public', async ({
    account,
    browser,
    home,
    member,
    page,
    server,
  }) => {
    await member.postComment('ada-lovelace', 'She corrected my sums');
    const friend = await Member.create(server.url, 'Friend');
    const context = await browser.newContext({
      baseURL: server.url,
      serviceWorkers: 'block',
      storageState: friend.browserState(),
    });
    const otherPage = await context.newPage();
    const otherComments = new CommentsSection(otherPage);
    await new ProfileScreen(otherPage).open();
    await expect(otherComments.row('She corrected my sums')).toContainText(member.credentials.name);

    await account.openSettings('Notifications');
    await expect(account.toggle('Interactions')).toBeChecked();
    await expectAccessible(page);
    await account.tab('Privacy').click();
    await account.toggle('Public profile').click();
    await expect(account.toggle('Public profile')).not.toBeChecked();
    await expect(home.toast(savedText)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(account.toggle('Public profile')).not.toBeChecked();
    await expect(account.toggle('Activity status')).toBeChecked();

    await otherPage.reload();
    await expect(otherComments.row('She corrected my sums')).toContainText('A member');
    await expect(otherComments.row('She corrected my sums')).not.toContainText(
      member.credentials.name,
    );
    await context.close();
  });

  // rule account-sessions
  test('another session can be ended', async ({ account, browser, member, page, server }) => {
    const otherPage = await signInElsewhere(browser, server.url, member);
    await account.openSettings('Security');
    await expect(account.sessions()).toHaveCount(2);
    await expect(account.sessions().first()).toContainText('This device');
    await expectAccessible(page);
    await page.getByRole('button', { name: /^End Chrome/ }).click();
    await expect(account.sessions()).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeFocused();
    await otherPage.reload();
    await expect(
      otherPage.getByRole('banner').getByRole('button', { name: 'LOGIN' }),
    ).toBeVisible();
    await otherPage.context().close();
  });
});

for (const [name, viewport] of Object.entries({
  phone,
  narrow: narrowPhone,
})) {
  test.describe(name, () => {
    test.use({ viewport, signedIn: true });

    // rule account-drawer
    test('the drawer is a history entry and returns the focus', async ({ account, page }) => {
      await account.open('profile');
      await account.menuButton.click();
      await expect(account.drawer).toBeVisible();
      await expectAccessible(page);
      await page.goBack();
      await expect(account.drawer).toBeHidden();
      await expect(page).toHaveURL('/user?section=profile');
      await expect(account.menuButton).toBeFocused();
      await account.menuButton.click();
      await page.keyboard.press('Escape');
      await expect(account.drawer).toBeHidden();
      await page.getByRole('link', { name: /Account Settings/ }).click();
      await account.expectTitle('Account Settings');
      await account.menuButton.click();
      await account.drawer.getByRole('link', { name: /Profile/ }).click();
      await account.expectTitle('Profile');
      await expect(account.drawer).toBeHidden();
      await expectNoSidewaysScroll(page);
    });

    test('Sign Out in the drawer leads home', async ({ account, page }) => {
      await account.open('profile');
      await account.menuButton.click();
      await account.drawer.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('banner').getByRole('button', { name: 'LOGIN' })).toBeVisible();
    });
  });
}

// rule accounts-open-verify
test('an unknown link of a mail says so and leaves no token in the address', async ({
  consoleGuard,
  home,
  page,
}) => {
  consoleGuard.allow(/status of 400.*verify-email/);
  await page.goto('/about#verify-email=nonsense');
  await expect(home.toast('This link does not work any more.')).toBeVisible();
  await expect(page).toHaveURL('/about');
});
