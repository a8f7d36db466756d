import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

// rules collections-panel, collections-views, collections-unfollow
test('My Collection has the followed characters, and removing one unfollows it', async ({
  account,
  member,
  page,
}) => {
  await member.followCharacters(30);
  await account.open('collections');
  await account.expectTitle('My Collections');
  await expect(page.getByText('30 characters collected')).toBeVisible();
  await expect(page.getByText('All your collected characters')).toBeVisible();
  const rows = page.locator('.collected > li');
  await expect(rows).toHaveCount(24);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(rows).toHaveCount(30);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'List view' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'List view' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search collections...' }).fill('lovelace');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Unfollow Ada Lovelace' }).click();
  await expect(page.getByText('No characters match your search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('29 characters collected')).toBeVisible();
});

// rules collections-new, collections-add-dialog
test('a collection is made, and filled from a profile and the character modal', async ({
  account,
  page,
}) => {
  await account.open('collections');
  await expect(page.getByText('No collections yet')).toBeVisible();
  await page.getByRole('button', { name: 'New Collection' }).click();
  const createButton = page.getByRole('button', { name: 'Create' });
  await expect(createButton).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('x'.repeat(61));
  await createButton.click();
  await account.expectError('Name', 'Name is too long (at most 60 characters)');
  await page.getByLabel('Name', { exact: true }).fill('Sleepless nights');
  await expectAccessible(page);
  await createButton.click();
  await expect(page).toHaveURL(/section=collections&list=/);
  await expect(page.getByText('This collection is empty')).toBeVisible();

  await page.goto('/character/profile/ada-lovelace');
  const addButton = page.getByRole('button', { name: 'Add to collection' });
  await addButton.click();
  const dialog = page.getByRole('dialog', { name: 'Add to collection' });
  await dialog.getByRole('checkbox', { name: /Sleepless nights/ }).check();
  await expect(dialog.getByText('1 character')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'New Collection' }).fill('Engines');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('checkbox', { name: /Engines/ })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(addButton).toBeFocused();

  await page.goto('/characters');
  await page.locator('.stamp__link').first().click();
  await addButton.click();
  await dialog.getByRole('checkbox', { name: /Engines/ }).press('Space');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await account.open('collections');
  await expect(page.locator('.own-collection')).toHaveCount(2);
});

// rules collections-move, collections-panel
test('characters are moved by pointer and keyboard, and taken out', async ({
  account,
  member,
  page,
}) => {
  await member.makeCollection('Sleepless nights', 5);
  await account.open('collections');
  await page.getByRole('link', { name: 'Sleepless nights' }).click();
  const stamps = page.locator('.collected h3');
  await expect(stamps).toHaveCount(5);
  const namesBefore = await stamps.allTextContents();
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = namesBefore;
  await page.getByRole('button', { name: 'Change order' }).click();
  await expectAccessible(page);
  const names = page.locator('.reorder h3');
  await page.getByRole('button', { name: `Move ${first} down` }).press('Enter');
  await expect(names).toHaveText([second, first, third, fourth, fifth]);
  await expect(page.getByText(`${first} is now 2 of 5.`)).toBeAttached();
  await expect(page.getByRole('button', { name: `Move ${first} down` })).toBeFocused();
  await page.getByRole('button', { name: `Move ${first} up` }).press('Enter');
  await expect(names).toHaveText(namesBefore);
  await expect(page.getByRole('button', { name: `Move ${first} down` })).toBeFocused();

  await page.locator('.reorder__handle').last().hover();
  await page.mouse.down();
  const target = await page.locator('.reorder__row').first().boundingBox();
  await page.mouse.move((target?.x ?? 0) + 20, (target?.y ?? 0) + 5, { steps: 8 });
  await expect(page.locator('.reorder__row--before')).toHaveCount(1);
  const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.mouse.up();
  await expect(names).toHaveText([fifth, first, second, third, fourth]);
  expect((await saveResponse).ok()).toBe(true);
  await page.reload();
  await expect(stamps).toHaveText([fifth, first, second, third, fourth]);

  await page.getByRole('button', { name: `Take ${fifth} out of Sleepless nights` }).press('Enter');
  await expect(stamps).toHaveText([first, second, third, fourth]);
  await page.goBack();
  await expect(page.getByText('4 characters')).toBeVisible();
});

// rules collections-share-dialog, collections-delete
test('a collection is shared with visitors, and no longer after Stop sharing', async ({
  account,
  browser,
  consoleGuard,
  member,
  page,
  server,
}) => {
  const id = await member.makeCollection('Sleepless nights', 3);
  await page.goto(`/user?section=collections&list=${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await account.field('Description (optional)').fill('Between two and four.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Between two and four.')).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = await account.field('Address').inputValue();
  await expectAccessible(page);

  const context = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [] },
  });
  const visitorPage = await context.newPage();
  const path = new URL(address).pathname;
  await visitorPage.goto(path);
  await expect(visitorPage.getByRole('heading', { level: 1 })).toHaveText('Sleepless nights');
  await expect(visitorPage.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(visitorPage.locator('.collected > li')).toHaveCount(3);
  await expectAccessible(visitorPage);
  await visitorPage.setViewportSize({ ...narrowPhone, height: 700 });
  await expectNoSidewaysScroll(visitorPage);
  await visitorPage.locator('.stamp__link').first().click();
  await expect(visitorPage).toHaveURL(/\/character\/profile\//);

  consoleGuard.allow(/status of 404/);
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible();
  await visitorPage.goto(path);
  await expect(visitorPage.getByText('This collection is not shared')).toBeVisible();
  await context.close();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Collection' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete “Sleepless nights”? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL('/user?section=collections');
  await expect(page.locator('.own-collection')).toHaveCount(0);
});

for (const width of [narrowPhone.width, phone.width]) {
  test(`collections fit at ${width} px`, async ({ member, page }) => {
    await member.followCharacters(3);
    const id = await member.makeCollection('Sleepless nights', 3);
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/user?section=collections');
    await expect(page.locator('.own-collection')).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await page.goto(`/user?section=collections&list=${id}`);
    await page.getByRole('button', { name: 'Change order' }).click();
    await expectNoSidewaysScroll(page);
  });
}
