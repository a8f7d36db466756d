import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { readZip } from '../support/read-zip.ts';

test.use({ signedIn: true, memberName: 'Mirela' });

// rules account-export, accounts-export
test('users download what is kept of them', async ({ account, member, page }) => {
  await member.postComment('ada-lovelace', 'She corrected my sums');
  await account.openSettings('Security');
  const downloadEvent = page.waitForEvent('download');
  await account.button('Download my data').click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toMatch(/^colloquy-export-\d{4}-\d\d-\d\d\.zip$/);
  const file = readZip(await readFile(await download.path())).get('colloquy.json');
  const text = file?.toString('utf8') ?? '';
  expect(JSON.parse(text)).toMatchObject({ account: { username: 'Mirela' } });
  expect(text).toContain(member.credentials.email);
  expect(text).toContain('She corrected my sums');
});

// rules account-delete, accounts-delete-password, accounts-logout-all-tabs
test('a deleted account is gone in all tabs', async ({
  account,
  auth,
  consoleGuard,
  context,
  home,
  member,
  page,
}) => {
  consoleGuard.allow(/status of 422.*user\/account/);
  consoleGuard.allow(/status of 404.*auth\/login/);
  const otherPage = await context.newPage();
  await otherPage.goto('/user?section=profile');
  await expect(otherPage.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  await account.openSettings('Security');
  await account.button('Delete Account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  const password = dialog.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await expectAccessible(page);
  await password.fill('not my password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription('Current password is incorrect');
  await expect(password).toHaveValue('not my password');
  await password.fill(member.credentials.password);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();

  await expect(home.toast('Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(otherPage).toHaveURL('/');
  await home.loginButton().click();
  await auth.logIn(member.credentials.email, member.credentials.password);
  await auth.expectError('Email', 'User not found');
});
