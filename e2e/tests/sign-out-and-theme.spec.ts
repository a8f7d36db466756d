import { expect, test } from '../support/fixtures.ts';

// rule access-private-screens
test('a visitor of a chat is redirected home', async ({ auth, page, home }) => {
  await page.goto('/chats/ada-lovelace');
  await expect(page).toHaveURL('/');
  await expect(auth.login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(home.stamps().first()).toBeVisible();
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('logging out leads home, and the chats are no longer accessible', async ({
    home,
    member,
    page,
  }) => {
    await home.open();
    await home.userMenu().click();
    await expect(page.getByText(member.credentials.email)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(home.loginButton()).toBeVisible();
    await expect(page).toHaveURL('/');
    await page.goto('/chats/ada-lovelace');
    await expect(page).toHaveURL('/');
  });
});

// rule look-theme
test('the chosen theme is remembered; without one the system’s theme is used', async ({
  page,
  home,
}) => {
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'dark' });
  await home.open();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
});
