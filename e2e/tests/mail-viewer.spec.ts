import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

// rule mail-viewer
test('a newcomer without a mail server confirms the address from the mail in the browser', async ({
  home,
  member,
  page,
}) => {
  const { email } = member.credentials;
  const mail = page.getByRole('link', { name: `Confirm your email address ${email}` });
  await expect(async () => {
    await page.goto('/dev/mail');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address');
  const mailFrame = page.frameLocator('iframe');
  await expect(mailFrame.getByRole('link', { name: 'Confirm your email address' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await expectNoSidewaysScroll(page);
  await mailFrame.getByRole('link', { name: 'Confirm your email address' }).click();
  await expect(home.toast('Your email address is confirmed.')).toBeVisible();
});
