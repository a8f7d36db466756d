import { expect, test } from '../support/fixtures.ts';
import { newCredentials } from '../support/member.ts';

const textOfLength = (count: number) => 'x'.repeat(count);

test.describe('login modal', () => {
  test.beforeEach(async ({ home }) => {
    await home.open();
    await home.loginButton().click();
  });

  test('checks the fields with the prescribed texts, and typing clears an error', async ({
    auth,
  }) => {
    await auth.submitLogin();
    await auth.expectError('Email', 'Email is required');
    await auth.expectError('Password', 'Password is required');
    await expect(auth.field('Email')).toBeFocused();

    await auth.field('Email').pressSequentially('n');
    await auth.expectNoError('Email');
    await auth.expectError('Password', 'Password is required');
    await auth.logIn('nobody', 'secret');
    await auth.expectError('Email', 'Please enter a valid email address');
    await auth.logIn(`${textOfLength(100)}@example.org`, textOfLength(31));
    await auth.expectError('Email', 'Email must be at most 100 characters long');
    await auth.expectError('Password', 'Password must be at most 30 characters long');
  });

  test('puts the refusals of the server on their fields', async ({
    auth,
    member,
    consoleGuard,
  }) => {
    consoleGuard.allow(/status of 40[14].*auth\/login/);
    await auth.logIn('nobody@example.org', 'secret');
    await auth.expectError('Email', 'User not found');
    await auth.logIn(member.credentials.email, 'not the password');
    await auth.expectError('Password', 'Invalid email or password');
    await auth.expectNoError('Email');
    await expect(auth.login).toBeVisible();
  });

  test('traps the focus, closes on Escape and returns the focus', async ({ auth, home, page }) => {
    await expect(auth.field('Email')).toBeFocused();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(auth.login.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Shift+Tab');
    await expect(auth.login.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(auth.login).toBeHidden();
    await expect(home.loginButton()).toBeFocused();
  });

  test('closes by its button and by a click beside it', async ({ auth, home, page }) => {
    await auth.login.getByRole('button', { name: 'Close' }).click();
    await expect(auth.login).toBeHidden();
    await home.loginButton().click();
    await expect(auth.login).toBeVisible();
    await page.mouse.click(20, 400);
    await expect(auth.login).toBeHidden();
    await expect(home.loginButton()).toBeFocused();
  });

  test('one modal replaces the other', async ({ auth, page }) => {
    await auth.goToRegister();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await auth.register.getByRole('button', { name: 'Login' }).click();
    await expect(auth.login).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});

test.describe('register modal', () => {
  test.beforeEach(async ({ home, auth }) => {
    await home.open();
    await home.loginButton().click();
    await auth.goToRegister();
  });

  test('checks the fields with the prescribed texts, and typing clears an error', async ({
    auth,
  }) => {
    await auth.submitSignUp();
    await auth.expectError('Name', 'Name is required');
    await auth.expectError('Email', 'Email is required');
    await auth.expectError('Password', 'Password is required');
    await auth.expectError('Confirm password', 'Confirm password is required');

    await auth.signUp({ name: 'Ann', email: 'ann@', password: 'short', repeatedPassword: 'other' });
    await auth.expectNoError('Name');
    await auth.expectError('Email', 'Please enter a valid email address');
    await auth.expectError('Password', 'Password must be at least 6 characters long');
    await auth.expectError('Confirm password', 'Passwords do not match');

    await auth.signUp({
      name: textOfLength(51),
      email: 'ann@example.org',
      password: textOfLength(31),
    });
    await auth.expectError('Name', 'Name must be at most 50 characters long');
    await auth.expectError('Password', 'Password must be at most 30 characters long');
    await auth.field('Name').fill('Ann');
    await auth.expectNoError('Name');
    await auth.expectError('Password', 'Password must be at most 30 characters long');
  });

  test('shows a taken address at its field', async ({ auth, member, consoleGuard }) => {
    consoleGuard.allow(/status of 409.*auth\/register/);
    await auth.signUp({ ...newCredentials(), email: member.credentials.email.toUpperCase() });
    await auth.expectError('Email', 'Email already exists');
    await expect(auth.register).toBeVisible();
  });

  test('closes on Escape and returns the focus to the login button', async ({
    auth,
    home,
    page,
  }) => {
    await page.keyboard.press('Escape');
    await expect(auth.register).toBeHidden();
    await expect(home.loginButton()).toBeFocused();
  });

  // rule accounts-register-age
  test('asks for the consent of a guardian', async ({ auth }) => {
    await expect(auth.register).toContainText('18 or have the consent of a guardian');
  });
});

test('a server that is down shows a toast, which can be dismissed', async ({
  auth,
  home,
  page,
  server,
}) => {
  await home.open();
  await home.loginButton().click();
  await expect(auth.login).toBeVisible();
  await server.kill();
  await auth.logIn('ann@example.org', 'secret');
  await expect(home.toast('Login failed')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(home.toast('Login failed')).toBeHidden();
  await auth.field('Email').fill('bea@example.org');
  await expect(auth.login).toBeVisible();
});

test('a cancelled login starts no chat later', async ({ auth, home, member, page }) => {
  await home.open();
  await home.chatButton('Ada Lovelace').click();
  await expect(auth.login).toBeVisible();
  await page.keyboard.press('Escape');
  await home.loginButton().click();
  await auth.logIn(member.credentials.email, member.credentials.password);
  await expect(home.userMenu()).toBeVisible();
  await expect(page).toHaveURL('/');
});
