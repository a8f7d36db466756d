import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ payments: 'sandbox', signedIn: true });

/** The most orders that a user may make in an hour (rule payment-order-limit). */
const ordersPerHour = 10;

const detailsButtons = (page: Page) => page.getByRole('button', { name: /^View Details of/ });
const statusText = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true });

/** Returns the slugs of at most `number` characters that must be paid for. */
async function fetchLockedSlugs(page: Page, number: number): Promise<string[]> {
  const response = await page.request.get('/api/characters');
  const { data } = (await response.json()) as { data: { slug: string; is_free: boolean }[] };
  const lockedCharacters = data.filter(({ is_free }) => !is_free);
  return lockedCharacters.slice(0, number).map(({ slug }) => slug);
}

// rule account-payments
test('without payments the history says so', async ({ account, page }) => {
  await account.open('payments');
  await account.expectTitle('Payment History');
  await expect(page.getByText('No payments found')).toBeVisible();
  await expect(page.getByText("You haven't made any payments yet.")).toBeVisible();
  await expectAccessible(page);
});

// rules account-payments, account-payment-details, payment-orders
test('dozens of payments are listed and continued', async ({ account, buy, page, server }) => {
  const slugs = await fetchLockedSlugs(page, 24);
  for (const [index, slug] of slugs.entries()) {
    if (index > 0 && index % ordersPerHour === 0) {
      await server.restart({ COLLOQUY_CLOCK_AHEAD: `${(2 * index) / ordersPerHour}h` });
    }
    await buy(1, slug);
  }
  await account.open('payments');
  await expect(statusText(page, '24 transactions')).toBeVisible();
  await expect(detailsButtons(page)).toHaveCount(20);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect(detailsButtons(page)).toHaveCount(24);
  await expect(detailsButtons(page).nth(20)).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Unlock Character' });
  await expect(dialog).toContainText('Order ID');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(detailsButtons(page).nth(20)).toBeFocused();
  for (const width of [phone.width, narrowPhone.width]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await detailsButtons(page).first().click();
    await expect(page.getByRole('dialog', { name: 'Unlock Character' })).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

// rules account-payment-details, account-payment-invoice, account-payment-refund
test('an invoice is downloaded, and a refund locks the character', async ({
  account,
  buy,
  page,
}) => {
  await buy(1, 'cleopatra');
  await account.open('payments');
  await expect(page.getByRole('row').nth(1)).toContainText('Cleopatra VII');
  await expect(page.getByRole('row').nth(1)).toContainText('$1.00');
  await detailsButtons(page).click();
  const dialog = page.getByRole('dialog');
  const factValue = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`);
  await expect(factValue('Access')).toHaveText('Active');
  await expect(factValue('Billing cycle')).toHaveText('Monthly');
  await expect(factValue('Payment ID')).toHaveText(/^pay_/);
  const invoiceNumber = (await factValue('Invoice number').textContent()) ?? '';
  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download Invoice' }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toBe(`invoice-${invoiceNumber}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await dialog.getByRole('button', { name: 'Request a refund' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('She was away.');
  await dialog.getByRole('button', { name: 'Refund $1.00' }).click();
  await expect(page.getByText('Your refund is on its way.')).toBeVisible();
  await expect(factValue('Access')).toHaveText('Refunded');
  await expect(factValue('Refunded')).toHaveText('$1.00');
  await expect(dialog.getByRole('button', { name: 'Request a refund' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').nth(1)).toContainText('Refunded');
  await page.goto('/chats/cleopatra');
  await expect(page.locator('.locked')).toBeVisible();
});

// rules account-payment-refund, payment-refund
test('a refund that the policy refuses keeps the access and the reason', async ({
  account,
  buy,
  consoleGuard,
  page,
  server,
}) => {
  consoleGuard.allow(/status of 409/);
  await buy(1, 'cleopatra');
  await server.restart({ COLLOQUY_CLOCK_AHEAD: '96h' });
  await account.open('payments');
  await detailsButtons(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Request a refund' }).click();
  await page.keyboard.type('Too many asps.');
  await dialog.getByRole('button', { name: 'Refund $1.00' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'A purchase can be refunded within 3 days.',
  );
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too many asps.');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact-us');
  await page.goto('/user?section=profile');
  await expect(page.getByText('Premium', { exact: true })).toBeVisible();
  await expect(page.getByText(/^One character, until/)).toBeVisible();
});
