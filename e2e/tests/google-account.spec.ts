import type { Page } from '@playwright/test';
import { GooglePopup } from '../pages/google-popup.ts';
import type { HomeScreen } from '../pages/home-screen.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { waitForResetMail } from '../support/outbox.ts';
import { phone } from '../support/screen-sizes.ts';
import { AuthenticatorApp } from '../support/totp.ts';

const email = 'grace@example.org';
const otherEmail = 'ada@example.org';
const newPassword = 'a lamp by the window';

/** Continues with Google from the open login modal, as the owner of an address. */
async function continueWithGoogle(page: Page, address = email): Promise<GooglePopup> {
  const popupEvent = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click();
  const popup = new GooglePopup(await popupEvent);
  await popup.chooseAccount(address);
  return popup;
}

/** Registers with Google, which makes an account without a password. */
async function registerWithGoogle(home: HomeScreen, page: Page): Promise<void> {
  await home.open();
  await home.loginButton().click();
  await continueWithGoogle(page);
  await expect(home.userMenu()).toBeVisible();
}

/** Refuses the next call of `method` and `path` as the server does when the login is too old. */
async function refuseOnce(page: Page, path: string, method: string, code: string, message: string) {
  await page.route(
    path,
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 403, json: { message, code } })
        : route.fallback(),
    { times: 1 },
  );
}

const oldLoginRefusal = ['reauth_required', 'Please log in again to do this.'] as const;

// The accounts of these journeys have no password (rule accounts-no-password).
test.use({ withGoogle: true });

test.beforeEach(async ({ consoleGuard, home, page }) => {
  consoleGuard.allow(/status of 403.*\/user\//);
  await registerWithGoogle(home, page);
});

test('a first password is set by mail, and Google then asks for it once', async ({
  account,
  auth,
  home,
  page,
  server,
}) => {
  await account.openSettings('Password');
  await expect(page.getByText(/if you would like one as well, we send you a mail/)).toBeVisible();
  await expect(account.field('Current Password')).toHaveCount(0);
  await expectAccessible(page);
  await account.button('Set a password by mail').click();
  await expect(auth.forgotPassword.email.getByLabel('Email')).toHaveValue(email);
  await auth.forgotPassword.email.getByRole('button', { name: 'Send OTP' }).click();
  const { otp } = await waitForResetMail(server.outbox, email);
  await auth.enterOtp(otp);
  await auth.setPassword(newPassword);
  await expect(home.toast('Password reset successfully!')).toBeVisible();
  await expect(auth.field('Email')).toHaveValue(email);
  await auth.field('Password').fill(newPassword);
  await auth.submitLogin();
  await expect(home.userMenu()).toBeVisible();

  await home.userMenu().click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await home.loginButton().click();
  const popup = await continueWithGoogle(page);
  await popup.submit('Password', newPassword);
  await expect(home.userMenu()).toBeVisible();
  await account.openSettings('Password');
  await expect(account.field('Current Password')).toBeVisible();
});

test('two-factor sign-in is turned on and off by a recent login', async ({
  account,
  home,
  page,
}) => {
  await page.setViewportSize(phone);
  await account.openSettings('Security');
  await refuseOnce(page, '**/api/user/two-factor', 'POST', ...oldLoginRefusal);
  await account.button('Enable 2FA').click();
  await expect(account.button('Continue')).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(home.toast('Please log in again to do this.')).toBeVisible();
  await continueWithGoogle(page);
  await expect(home.toast('Logged in successfully!')).toBeVisible();
  await account.button('Continue').click();
  const app = new AuthenticatorApp(await page.locator('code').innerText());
  await account.field('Code').fill(app.nextCode());
  await page.keyboard.press('Enter');
  await account.button('I have kept them').click();
  await expect(page.getByText(/For new recovery codes, disable and enable it again/)).toBeVisible();

  await account.button('Disable 2FA').click();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(home.toast('Two-factor sign-in is off.')).toBeVisible();
});

test('the account is deleted after a recent login, and never that of another person', async ({
  account,
  home,
  page,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  const confirmButton = dialog.getByRole('button', { name: 'Delete Account' });
  const openDeletion = async () => {
    await account.openSettings('Security');
    await account.button('Delete Account').click();
    await expect(dialog.getByText(`A mail to ${email} confirms it.`)).toBeVisible();
  };
  await openDeletion();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByText(/You log in with Google/)).toBeVisible();
  await expectAccessible(page);
  await refuseOnce(page, '**/api/user/account', 'DELETE', ...oldLoginRefusal);
  await confirmButton.click();
  await continueWithGoogle(page, otherEmail);
  await expect(home.toast('Logged in successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.goto('/');
  await home.userMenu().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await home.loginButton().click();
  await continueWithGoogle(page);
  await expect(home.userMenu()).toBeVisible();
  await openDeletion();
  await refuseOnce(page, '**/api/user/account', 'DELETE', ...oldLoginRefusal);
  await confirmButton.click();
  await continueWithGoogle(page);
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeHidden();
  await confirmButton.click();
  await expect(home.toast('Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the address is changed after a recent login', async ({ account, home, page }) => {
  await account.openSettings('Profile');
  const message = 'Please log in again to change your email.';
  await refuseOnce(page, '**/api/user/profile', 'PUT', 'sign_in_again', message);
  await account.field('Email').fill('hopper@example.org');
  await account.button('Save Changes').click();
  await expect(home.toast(message)).toBeVisible();
  await continueWithGoogle(page);
  await expect(page.getByText('Waiting for confirmation of hopper@example.org')).toBeVisible();
});
