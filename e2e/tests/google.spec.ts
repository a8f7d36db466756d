import type { Page } from '@playwright/test';
import { GooglePopup } from '../pages/google-popup.ts';
import type { HomeScreen } from '../pages/home-screen.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Member } from '../support/member.ts';
import { waitForConfirmToken } from '../support/outbox.ts';
import { narrowPhone } from '../support/screen-sizes.ts';

const strangerEmail = 'grace@example.org';
const loggedInText = 'Logged in successfully!';
const notLoggedInText = 'You are not logged in yet. Press the button to try again.';
const question = 'What would the Analytical Engine do?';

const googleButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' });

/** Presses Continue with Google in the open dialog and returns the popup. */
async function openPopup(page: Page): Promise<GooglePopup> {
  const popup = page.waitForEvent('popup');
  await googleButton(page).click();
  return new GooglePopup(await popup);
}

async function openLogin(home: HomeScreen): Promise<void> {
  await home.open();
  await home.loginButton().click();
  await expect(home.modal('Welcome back')).toBeVisible();
}

// A request for the list of conversations that is sent during the sign-out is answered with 401.
test.beforeEach(({ consoleGuard }) => consoleGuard.allow(/status of 401.*\/api\/sessions/));

async function signOut(home: HomeScreen, page: Page): Promise<void> {
  await home.userMenu().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(home.loginButton()).toBeVisible();
}

/** Expects the end of a sign-in: the popup is gone, and the header shows the user. */
async function expectSignedIn(home: HomeScreen, popup: GooglePopup, name: string): Promise<void> {
  // The toast of the previous sign-in may still be visible.
  await expect(home.toast(loggedInText).first()).toBeVisible();
  await expect(home.userMenu()).toHaveAccessibleName(`${name}: user menu`);
  await expect.poll(() => popup.page.isClosed()).toBe(true);
}

async function confirmAddress(member: Member, outbox: string): Promise<void> {
  await member.confirmAddress(await waitForConfirmToken(outbox, member.credentials.email));
}

test.describe('with a provider', () => {
  test.use({ withGoogle: true });

  // rules accounts-google-new, accounts-google-button
  test('somebody new gets an account, and comes back to it', async ({ auth, home, page }) => {
    await openLogin(home);
    await expectAccessible(page);
    await auth.goToRegister();
    await expectAccessible(page);
    const firstPopup = await openPopup(page);
    expect(firstPopup.page.viewportSize()).toEqual({ width: 500, height: 600 });
    await firstPopup.chooseAccount(strangerEmail);
    await expectSignedIn(home, firstPopup, 'Grace Hopper');
    await page.reload();
    await expect(home.userMenu()).toBeVisible();

    await signOut(home, page);
    await home.loginButton().click();
    const secondPopup = await openPopup(page);
    await secondPopup.chooseAccount(strangerEmail);
    await expectSignedIn(home, secondPopup, 'Grace Hopper');
  });

  // rule accounts-google-password
  test('a confirmed account asks for its password once', async ({
    consoleGuard,
    home,
    member,
    page,
    server,
  }) => {
    // The link is refused with 422. A request for the recent chats may meet the sign-out and get 401.
    consoleGuard.allow(/status of 422.*google\/link/, /status of 401.*sessions\/characterProfile/);
    const { email, name, password } = member.credentials;
    await confirmAddress(member, server.outbox);
    await openLogin(home);
    const firstPopup = await openPopup(page);
    await firstPopup.chooseAccount(email);
    await expect(firstPopup.field('Password')).toBeFocused();
    await expectAccessible(firstPopup.page);
    await firstPopup.submit('Password', 'a wrong room');
    await expect(firstPopup.field('Password')).toHaveAttribute('aria-invalid', 'true');
    await expect(firstPopup.field('Password')).toHaveAccessibleDescription(/password/i);
    await expect(firstPopup.field('Password')).toHaveValue('a wrong room');
    await expectAccessible(firstPopup.page);
    await firstPopup.submit('Password', password);
    await expectSignedIn(home, firstPopup, name);

    await signOut(home, page);
    await home.loginButton().click();
    const secondPopup = await openPopup(page);
    await secondPopup.chooseAccount(email);
    await expectSignedIn(home, secondPopup, name);
  });

  // rule accounts-google-unverified
  test('an account with an unconfirmed address loses its password', async ({
    auth,
    consoleGuard,
    home,
    member,
    page,
  }) => {
    consoleGuard.allow(/status of 401.*auth\/login/);
    const { email, name, password } = member.credentials;
    await openLogin(home);
    const popup = await openPopup(page);
    await popup.chooseAccount(email);
    await expectSignedIn(home, popup, name);
    await signOut(home, page);
    await home.loginButton().click();
    await auth.logIn(email, password);
    await auth.expectError('Password', 'Invalid email or password');
  });

  // rule accounts-google-two-factor
  test('two-factor sign-in asks for its code in the popup', async ({
    consoleGuard,
    home,
    member,
    page,
    server,
  }) => {
    consoleGuard.allow(/status of 40[01].*(google\/link|two-factor)/);
    const { email, name, password } = member.credentials;
    await confirmAddress(member, server.outbox);
    const { app, recoveryCode } = await member.turnOnTwoFactor();
    await openLogin(home);
    const firstPopup = await openPopup(page);
    await firstPopup.chooseAccount(email);
    await firstPopup.submit('Password', password);
    await expect(firstPopup.field('Code')).toBeFocused();
    await expectAccessible(firstPopup.page);
    await firstPopup.submit('Code', '000000');
    await expect(firstPopup.field('Code')).toHaveAccessibleDescription('Invalid code');
    await firstPopup.submit('Code', app.nextCode());
    await expectSignedIn(home, firstPopup, name);

    await signOut(home, page);
    await home.loginButton().click();
    const secondPopup = await openPopup(page);
    await secondPopup.chooseAccount(email);
    await expect(secondPopup.field('Password')).toBeHidden();
    await secondPopup.submit('Code', recoveryCode);
    await expectSignedIn(home, secondPopup, name);
  });

  // rules accounts-google-button, accounts-google-texts
  test('a closed, a cancelled and a failed popup leave the dialog usable', async ({
    auth,
    consoleGuard,
    home,
    page,
  }) => {
    consoleGuard.allow(/status of 400.*google\/callback/);
    const notice = auth.login.locator('.google__notice');
    await openLogin(home);
    await auth.field('Email').fill('typed@example.org');
    const closedPopup = await openPopup(page);
    await closedPopup.page.close();
    await expect(notice).toHaveText(notLoggedInText);
    await expectAccessible(page);

    const cancelledPopup = await openPopup(page);
    await cancelledPopup.cancel();
    await expect.poll(() => cancelledPopup.page.isClosed()).toBe(true);
    await expect(notice).toHaveText(notLoggedInText);

    const failedPopup = await openPopup(page);
    await failedPopup.page.context().clearCookies({ name: 'google' });
    await failedPopup.chooseAccount(strangerEmail);
    await expect(failedPopup.page.getByRole('alert')).toHaveText(
      'This sign-in took too long or was started in another window. Please try again.',
    );
    await expectAccessible(failedPopup.page);
    await failedPopup.page.setViewportSize({ ...narrowPhone, height: 600 });
    await expectNoSidewaysScroll(failedPopup.page);
    await expect(notice).toHaveText(
      'Google did not log you in: its window says why. Press the button to try again.',
    );

    await expect(auth.field('Email')).toHaveValue('typed@example.org');
    // The next sign-in reuses the window that shows the error.
    await googleButton(page).click();
    await expect(notice).toBeEmpty();
    await failedPopup.chooseAccount(strangerEmail);
    await expectSignedIn(home, failedPopup, 'Grace Hopper');
  });

  // rule accounts-google-button
  test('a blocked popup is named', async ({ auth, home, page }) => {
    await openLogin(home);
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await googleButton(page).click();
    await expect(auth.login.getByText(/^Your browser blocked the window of Google/)).toBeVisible();
    await expectAccessible(page);
    const popup = await openPopup(page);
    await popup.chooseAccount(strangerEmail);
    await expectSignedIn(home, popup, 'Grace Hopper');
  });

  // rules accounts-google-button, chat-first-question
  test('a question chosen on a profile is sent after the sign-in', async ({
    auth,
    chat,
    model,
    page,
    profile,
  }) => {
    await model.answerWith({ pieces: ['It would obey.'] });
    await profile.open();
    await page.getByRole('button', { name: question }).click();
    await expect(auth.login).toHaveAccessibleDescription(`to ask Ada Lovelace ${question}`);
    const popup = await openPopup(page);
    await popup.chooseAccount(strangerEmail);
    await expect(page).toHaveURL('/chats/ada-lovelace');
    await expect(chat.newestReply()).toHaveText('It would obey.');
    await expect(chat.ownLines()).toHaveText([`You: ${question}`]);
  });
});

// rule accounts-google-off
test('without a provider the button says so', async ({ auth, home, page }) => {
  await openLogin(home);
  await googleButton(page).click();
  await expect(auth.login.getByText('Google sign-in is not set up here.')).toBeVisible();
  await expectAccessible(page);
});
