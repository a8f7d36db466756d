import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { countEffort } from '../support/effort.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCredentials } from '../support/member.ts';
import { waitForResetMail } from '../support/outbox.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

const question = 'What would the Analytical Engine do?';

test.describe('a newcomer sends a first message', () => {
  test.beforeEach(({ model }) => model.answerWith({ pieces: ['It would obey.'] }));

  const largestEffort = { pressCount: 5, filledFieldCount: 5 };

  for (const [from, maxEffort] of Object.entries({
    home: largestEffort,
    modal: largestEffort,
    profile: { pressCount: 4, filledFieldCount: 5 },
    link: { pressCount: 4, filledFieldCount: 5 },
  })) {
    // rule access-effort
    test(`from ${from}`, async ({ auth, chat, home, page, profile }) => {
      const readEffort = await countEffort(page);
      const { name, email, password } = newCredentials();
      const questionButton = page.getByRole('button', { name: question });
      if (from === 'profile') {
        await profile.open();
        await questionButton.click();
      } else if (from === 'link') {
        await page.goto('/chats/ada-lovelace');
      } else {
        await home.open();
        if (from === 'home') {
          await home.chatButton('Ada Lovelace').click();
        } else {
          await home.openStamp('Ada Lovelace');
          await questionButton.click();
        }
      }
      await auth.goToRegister();
      await auth.signUp({ name, email, password });
      // rule accounts-typed-kept
      await expect(auth.login).toBeVisible();
      await expect(auth.field('Email')).toHaveValue(email);
      await expect(auth.field('Password')).toBeFocused();
      await auth.field('Password').fill(password);
      await auth.submitLogin();
      await expect(page).toHaveURL('/chats/ada-lovelace');
      if (from === 'home' || from === 'link') await chat.suggestions.first().click();
      await expect(chat.ownLines()).toHaveText([`You: ${question}`]);
      await expect(chat.newestReply()).toHaveText('It would obey.');
      expect(readEffort()).toEqual(maxEffort);
    });
  }
});

// rule chat-first-question
test('a chosen question is kept through a forgotten password and sent once', async ({
  auth,
  chat,
  home,
  member,
  model,
  page,
  server,
}) => {
  await model.answerWith({ pieces: ['It would obey.'] });
  await home.open();
  await home.openStamp('Ada Lovelace');
  await page.getByRole('button', { name: question }).click();
  await expect(auth.login).toHaveAccessibleDescription(`to ask Ada Lovelace ${question}`);
  await auth.requestOtp(member.credentials.email);
  const { otp } = await waitForResetMail(server.outbox, member.credentials.email);
  await auth.enterOtp(otp);
  await auth.setPassword('another secret');
  await expect(auth.login).toBeVisible();
  await auth.field('Password').fill('another secret');
  await auth.submitLogin();
  await expect(page).toHaveURL('/chats/ada-lovelace');
  await expect(chat.newestReply()).toHaveText('It would obey.');
  await page.reload();
  await chat.expectOpen();
  await page.goBack();
  await page.goForward();
  await chat.expectOpen();
  await chat.expectNoRunningReply();
  await expect(chat.ownLines()).toHaveText([`You: ${question}`]);
  expect(await model.replyCalls()).toHaveLength(1);
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  // rule chat-first-question
  test('a double click on a question sends it once', async ({ chat, member, page, profile }) => {
    await profile.open();
    await page.getByRole('button', { name: question }).dblclick();
    await expect(page).toHaveURL('/chats/ada-lovelace');
    await expect(chat.suggestions).toHaveCount(3);
    expect(await member.ownLines('ada-lovelace')).toEqual([question]);
  });
});

test.describe('a link to a chat', () => {
  // rule access-link-goes-on
  test('opens the login modal over home, also after a reload, and then the chat', async ({
    auth,
    chat,
    member,
    page,
  }) => {
    await page.goto('/blog');
    await page.goto('/chats/ada-lovelace');
    await expect(page).toHaveURL('/');
    // rule accounts-login-goal
    await expect(auth.login).toHaveAccessibleDescription('to talk with Ada Lovelace');
    await expectAccessible(page);
    await page.reload();
    await expect(auth.login).toBeVisible();
    await auth.logIn(member.credentials.email, member.credentials.password);
    await expect(page).toHaveURL('/chats/ada-lovelace');
    await chat.expectOpen();
    await page.goBack();
    await expect(page).toHaveURL('/blog');
  });

  // rule access-link-goes-on
  test('Back closes the modal and leaves home, and a reload does not open it again', async ({
    auth,
    home,
    page,
  }) => {
    await page.goto('/chats/ada-lovelace');
    await expect(auth.login).toBeVisible();
    await page.goBack();
    await expect(auth.login).toBeHidden();
    await expect(home.loginButton()).toBeVisible();
    await page.reload();
    await expect(home.stamps().first()).toBeVisible();
    await expect(auth.login).toBeHidden();
  });
});

for (const width of [phone.width, narrowPhone.width]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });

    // rule look-header
    test('the header has LOGIN and SIGNUP, and the dialogs fit', async ({ auth, home, page }) => {
      await home.open();
      const signUp = page.getByRole('banner').getByRole('button', { name: 'SIGNUP' });
      await expect(signUp).toBeInViewport({ ratio: 1 });
      await expect(home.loginButton()).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeInViewport({
        ratio: 1,
      });
      await expectNoSidewaysScroll(page);
      await signUp.click();
      await expect(auth.register).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expect(auth.register.getByRole('button', { name: 'SIGNUP' })).toBeInViewport({
        ratio: 1,
      });
    });

    // rule profile-phone-row
    test('a profile shows who it is and Chat above the comments', async ({
      auth,
      page,
      profile,
    }) => {
      await profile.open();
      await expect(profile.panel('Comments')).toBeVisible();
      await expect(page.locator('.profile-row')).toContainText('Ada Lovelace');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await profile.chatLink.click();
      await expect(auth.login).toHaveAccessibleDescription('to talk with Ada Lovelace');
    });

    test.describe('signed in', () => {
      test.use({ signedIn: true });

      // rule chat-unopened
      test('a chat that does not open leads to the other chats', async ({
        consoleGuard,
        member,
        page,
      }) => {
        consoleGuard.allow(/status of 404/);
        await member.openChat('ada-lovelace');
        await page.goto('/chats/nobody-of-that-name');
        await expect(page.getByRole('heading', { name: 'Character not found' })).toBeVisible();
        await page.getByRole('button', { name: 'Show chats' }).click();
        await page.getByRole('link', { name: 'Ada Lovelace' }).click();
        await expect(page).toHaveURL('/chats/ada-lovelace');
      });
    });
  });
}
