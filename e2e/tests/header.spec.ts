import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.describe('signed in', () => {
  test.use({ signedIn: true, memberName: 'Bartholomew of the very long name' });

  test('the header and the account menu lead to the newest conversation', async ({
    chat,
    home,
    member,
    page,
  }) => {
    await member.openChat('marcus-aurelius');
    await member.openChat('cleopatra');
    await home.open();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Chats' })
      .click();
    await expect(page).toHaveURL('/chats/cleopatra');
    await expect(chat.composer).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await home.userMenu().click();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Chats', exact: true }).last().click();
    await expect(page).toHaveURL('/chats/cleopatra');
  });

  test('a user without chats is redirected to the catalogue', async ({ catalogue, home, page }) => {
    await page.goto('/chats');
    await expect(page).toHaveURL('/characters');
    await expect(home.toast('No chats yet.')).toBeVisible();
    await expect(catalogue.stamps().first()).toBeVisible();
  });
});

test('a visitor at /chats is redirected home', async ({ auth, home, page }) => {
  await page.goto('/chats');
  await expect(page).toHaveURL('/');
  await expect(auth.login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(home.loginButton()).toBeVisible();
});

for (const [name, viewport] of Object.entries({ phone, narrow: narrowPhone })) {
  for (const signedIn of [false, true]) {
    test.describe(`${name}, signed ${signedIn ? 'in' : 'out'}`, () => {
      test.use({ viewport, signedIn });

      test('the menu links to every page', async ({ catalogue, home, page }) => {
        await home.open();
        const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
        const mainNavigation = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
        await menuButton.click();
        await expect(mainNavigation.getByRole('link')).toHaveText(
          signedIn ? ['Characters', 'Blog', 'Chats'] : ['Characters', 'Blog'],
        );
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.keyboard.press('Escape');
        await expect(menuButton).toBeFocused();
        await menuButton.click();
        await mainNavigation.getByRole('link', { name: 'Characters' }).click();
        await expect(catalogue.stamps().first()).toBeVisible();
        await expect(mainNavigation).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      });
    });
  }
}
