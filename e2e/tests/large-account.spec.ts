import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true, payments: 'sandbox' });

/** Scrolls until the selector `rows` has more than `firstPage` elements. */
async function scrollToNextPage(page: Page, rows: string, firstPage: number) {
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    expect(await page.locator(rows).count()).toBeGreaterThan(firstPage);
  }).toPass();
}

// rules chats-list, favorites-page, collections-mine, notifications-kept, payment-orders
test('each panel of the largest account is read, searched and continued', async ({
  account,
  consoleGuard,
  member,
  page,
  server,
}) => {
  test.slow();
  consoleGuard.allow(/portraits\/synthetic-/); // The characters of the large account have no pictures.
  await server.fillAccount(member.credentials.email);

  await test.step('chats', async () => {
    await account.open('chats');
    await expect(page.getByText('10,000 conversations')).toBeVisible();
    const rows = '.history-row__delete';
    await expectAccessible(page);
    const firstPageRowCount = await page.locator(rows).count();
    await scrollToNextPage(page, rows, firstPageRowCount);
    await page.getByPlaceholder('Search chats...').fill('dusk 000777');
    await expect(page.locator(rows)).toHaveCount(1);
    await page.getByRole('button', { name: /^Delete the chat with/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Chats' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByText('9,999 conversations')).toBeVisible();
  });

  await test.step('favorites', async () => {
    await account.open('favorites');
    await expect(page.getByText('5,000 characters liked')).toBeVisible();
    await scrollToNextPage(page, '.favorite', 6);
    await expectAccessible(page);
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await expect(page.getByText('4,999 characters liked')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search favorites...' }).fill('maria');
    await expect(page.locator('.favorite__name').first()).toContainText(/mari/i);
  });

  await test.step('collections', async () => {
    await account.open('collections');
    await expect(page.getByText('5,000 characters collected')).toBeVisible();
    await expect(page.locator('.own-collection')).toHaveCount(100);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Evenings 0', exact: true }).click();
    await expect(page.locator('.collected > li')).toHaveCount(100);
  });

  await test.step('notifications', async () => {
    await account.open('notifications');
    await expect(page.getByText(/^3,\d{3} unread notifications$/)).toBeVisible();
    await scrollToNextPage(page, '[role=tabpanel] li', 20);
    await page.getByRole('button', { name: 'Mark all read' }).click();
    await expect(page.getByText('All caught up!')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('payments', async () => {
    await account.open('payments');
    await expect(page.getByText('1,000 transactions')).toBeVisible();
    const details = page.getByRole('button', { name: /^View Details of/ });
    await expect(details).toHaveCount(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(details).toHaveCount(40);
    await expectAccessible(page);
  });

  await test.step('profile and home', async () => {
    await account.open('profile');
    await account.expectTitle('Profile');
    await expectAccessible(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Go on talking' })).toBeVisible();
  });
});
