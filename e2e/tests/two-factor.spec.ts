import type { Page } from '@playwright/test';
import type { AccountScreen } from '../pages/account-screen.ts';
import type { AuthModals } from '../pages/auth-modals.ts';
import type { HomeScreen } from '../pages/home-screen.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Member } from '../support/member.ts';
import { narrowPhone } from '../support/screen-sizes.ts';
import { AuthenticatorApp } from '../support/totp.ts';

const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });

/** Starts the setup, and returns an authenticator app with the secret that the page shows. */
async function beginSetup(account: AccountScreen, page: Page, member: Member) {
  await account.openSettings('Security');
  await account.button('Enable 2FA').click();
  await expect(passwordField(page)).toBeFocused();
  await passwordField(page).fill(member.credentials.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Scan this/ })).toBeFocused();
  return new AuthenticatorApp(await page.locator('code').innerText());
}

interface SignInFixtures {
  auth: AuthModals;
  home: HomeScreen;
  page: Page;
  member: Member;
}

/** Signs out, and in again up to the step that asks for a code. */
async function signInToCodeStep({ auth, home, page, member }: SignInFixtures) {
  await page.goto('/');
  await home.userMenu().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await home.loginButton().click();
  await auth.logIn(member.credentials.email, member.credentials.password);
  await expect(page.getByRole('dialog', { name: 'Two-factor sign-in' })).toBeVisible();
}

test.describe('signed in', () => {
  test.use({ signedIn: true });

  // rules account-two-factor, account-recovery-codes, accounts-two-factor-step, accounts-recovery-codes
  test('two-factor sign-in is turned on, used with both kinds of codes, and turned off', async ({
    account,
    auth,
    consoleGuard,
    home,
    member,
    page,
  }) => {
    consoleGuard.allow(/status of 40[01].*(two-factor|auth\/login)/);
    consoleGuard.allow(/Unauthorized access/);
    const signInFixtures = { auth, home, page, member };
    const app = await beginSetup(account, page, member);
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveJSProperty('complete', true);
    await expectAccessible(page);
    await account.field('Code').fill('000000');
    await page.keyboard.press('Enter');
    await account.expectError('Code', 'Invalid code');
    await expect(account.field('Code')).toHaveValue('000000');
    await account.field('Code').fill(app.nextCode());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeFocused();
    await expectAccessible(page);
    const codes = await page
      .getByRole('region', { name: /^Two-factor/ })
      .getByRole('listitem')
      .allInnerTexts();
    expect(codes).toHaveLength(10);
    await account.button('I have kept them').click();
    await expect(account.button('Disable 2FA')).toBeVisible();

    await signInToCodeStep(signInFixtures);
    await expectAccessible(page);
    await auth.field('Code').fill(app.nextCode());
    await page.keyboard.press('Enter');
    await expect(home.userMenu()).toBeVisible();

    await signInToCodeStep(signInFixtures);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await auth.field('Recovery code').fill(codes[3] ?? '');
    await page.keyboard.press('Enter');
    await expect(home.userMenu()).toBeVisible();

    await account.openSettings('Security');
    await account.button('Disable 2FA').click();
    await expectAccessible(page);
    await passwordField(page).fill(member.credentials.password);
    await page.keyboard.press('Enter');
    await expect(home.toast('Two-factor sign-in is off.')).toBeVisible();
    await expect(account.button('Enable 2FA')).toBeVisible();
  });

  // rule account-two-factor
  test('a reload before the first code starts over and turns nothing on', async ({
    account,
    member,
    page,
  }) => {
    const firstAuthenticator = await beginSetup(account, page, member);
    await page.reload();
    await expect(account.button('Enable 2FA')).toBeVisible();
    const secondAuthenticator = await beginSetup(account, page, member);
    expect(secondAuthenticator).not.toEqual(firstAuthenticator);
  });

  // rule account-recovery-codes
  test('the recovery codes wait for the user, and the browser asks before a reload', async ({
    account,
    member,
    page,
  }) => {
    const app = await beginSetup(account, page, member);
    await account.field('Code').fill(app.nextCode());
    await page.keyboard.press('Enter');
    const firstCode = page
      .getByRole('region', { name: /^Two-factor/ })
      .getByRole('listitem')
      .first();
    const code = await firstCode.innerText();
    const downloadEvent = page.waitForEvent('download');
    await account.button('Download').click();
    expect((await downloadEvent).suggestedFilename()).toBe('colloquy-recovery-codes.txt');
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL('/blog');
    await page.goBack();
    await expect(firstCode).toHaveText(code);
    const dialogType = new Promise<string>((resolve) => {
      page.once('dialog', async (dialog) => {
        resolve(dialog.type());
        await dialog.accept();
      });
    });
    await page.reload();
    expect(await dialogType).toBe('beforeunload');
    await expect(account.button('Disable 2FA')).toBeVisible();
  });
});

test.describe('narrow', () => {
  test.use({ viewport: narrowPhone, signedIn: true });

  // rule account-two-factor
  test('the secret fits a narrow phone', async ({ account, member, page }) => {
    await beginSetup(account, page, member);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
