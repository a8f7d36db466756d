import { expect, test } from '../support/fixtures.ts';

const ada = 'ada-lovelace';

test.use({ signedIn: true });

// rule accounts-login-ends
test('a login that ends in a chat: the chat stays readable, and the message is sent after a new login', async ({
  auth,
  chat,
  consoleGuard,
  member,
  page,
}) => {
  // After the first reply the page fetches the messages. This call fails if the login has already ended.
  consoleGuard.allow(/401/, /A line was refused/, /could not be fetched .*session has ended/);
  await chat.open();
  await chat.send('Before');
  await chat.expectNoRunningReply();
  await member.endSession();
  await chat.write('After');
  await chat.composer.press('Enter');
  await expect(auth.field('Email')).toBeVisible();
  await expect(page).toHaveURL(`/chats/${ada}`);
  await page.keyboard.press('Escape');
  await expect(chat.ownLines()).toHaveCount(1);
  await expect(chat.composer).toHaveValue('After');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByRole('button', { name: 'SIGNUP' })).toBeVisible();
  await expect(chat.ownLines()).toContainText(['Before']);

  await chat.sendButton.click();
  await auth.field('Email').fill(member.credentials.email);
  await auth.field('Password').fill(member.credentials.password);
  await page.keyboard.press('Enter');
  await expect(chat.ownLines()).toHaveCount(2);
  await chat.expectNoRunningReply();
  await expect(chat.composer).toHaveValue('');
  await expect(sidebar.getByRole('button', { name: /account menu/ })).toBeVisible();
  await member.signInAgain();
  expect(await member.ownLines(ada)).toEqual(['Before', 'After']);
});

// rule accounts-user-unknown
test('a failed check of the login redirects nobody, and the page opens once the check succeeds', async ({
  chat,
  consoleGuard,
  page,
}) => {
  consoleGuard.allow(/503/, /Auth check failed/);
  let isDown = true;
  await page.route('**/api/auth/me', (route) =>
    isDown ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.goto(`/chats/${ada}`);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  await expect(page).toHaveURL(`/chats/${ada}`);
  isDown = false;
  await chat.expectOpen();
  await expect(page).toHaveURL(`/chats/${ada}`);
});

// rule accounts-logout-all-tabs
test('signing out in one tab closes the chat in the other', async ({ chat, context, page }) => {
  await chat.open();
  const otherPage = await context.newPage();
  await otherPage.goto('/');
  await otherPage.getByRole('button', { name: /user menu/ }).click();
  await otherPage.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible();
});
