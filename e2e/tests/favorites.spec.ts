import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true, payments: 'sandbox' });

// rules favorites-scroll, favorites-remove, favorites-filter-form, account-search-wait
test('favourites are searched, filtered, read to the end and removed', async ({
  account,
  member,
  page,
}) => {
  const slugs = await member.likeCharacters(20);
  await account.open('favorites');
  await account.expectTitle('Favorite Characters');
  await expect(page.getByText('20 characters liked')).toBeVisible();
  const cards = page.locator('.favorite');
  const names = page.locator('.favorite__name');
  await expectAccessible(page);
  const end = page.getByText("You've reached the end of your favorites");
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(end).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(cards).toHaveCount(20);
  expect(new Set(await names.allTextContents()).size).toBe(slugs.length);

  const lastCharacterName = await names.last().textContent();
  await cards
    .last()
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect(cards).toHaveCount(19);
  await expect(page.getByText('19 characters liked')).toBeVisible();
  await expect(cards.last().getByRole('button', { name: /^Remove/ })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('20 characters liked')).toBeVisible();
  await expect(names.first()).toHaveText(lastCharacterName ?? '');

  await page.getByRole('searchbox', { name: 'Search favorites...' }).fill('ada lovelase');
  await expect(cards).toHaveCount(1);
  await expect(names).toHaveText('Ada Lovelace');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('button', { name: 'Filters' }).press('Enter');
  await page.getByLabel('Account Type').selectOption('Premium');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(page.locator('.favorite__tier').first()).toHaveText('Premium');
  const premiumCount = await cards.count();
  expect(await page.locator('.favorite__tier').count()).toBe(premiumCount);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Name A-Z');
  await expect(page.getByRole('button', { name: /Account Type: Premium/ })).toBeVisible();

  await names.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/character\/profile\//);
  await page.goBack();
  await expect(page.getByRole('button', { name: /Account Type: Premium/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('name');
  await expect(cards).toHaveCount(premiumCount);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('20 characters liked')).toBeVisible();
});

// rules favorites-none, favorites-card
test('without favourites it says so; Chat Now leads a locked one to its closed door', async ({
  account,
  member,
  page,
}) => {
  await account.open('favorites');
  await expect(page.getByText('No favorites yet')).toBeVisible();
  await expectAccessible(page);
  const [, , lockedSlug = ''] = await member.likeCharacters(3, 'premium');
  await page.reload();
  await page
    .getByRole('button', { name: /^Chat Now/ })
    .first()
    .click();
  await expect(page).toHaveURL(`/chats/${lockedSlug}`);
  await expect(page.getByRole('button', { name: /^Unlock/ }).first()).toBeVisible();
});

for (const width of [narrowPhone.width, phone.width]) {
  test(`favourites fit at ${width} px`, async ({ account, member, page }) => {
    await member.likeCharacters(3);
    await page.setViewportSize({ width, height: 700 });
    await account.open('favorites');
    await expect(page.locator('.favorite')).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole('button', { name: 'Apply Filters' })).toBeInViewport();
  });
}
