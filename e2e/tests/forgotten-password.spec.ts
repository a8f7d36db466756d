import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { waitForResetMail } from '../support/outbox.ts';
import { desktop, phone } from '../support/screen-sizes.ts';

const newPassword = 'a lamp by the window';

/** Three codes that differ from `otp`. */
const wrongOtps = (otp: string) =>
  [1, 2, 3].map((step) => String((Number(otp) + step) % 10_000).padStart(4, '0'));

test.beforeEach(async ({ home }) => {
  await home.open();
  await home.loginButton().click();
});

// rules accounts-forgot-steps, accounts-forgot-done
test('three wrong codes invalidate a code; a new code sets the password and ends the sessions', async ({
  auth,
  browser,
  consoleGuard,
  home,
  member,
  page,
  server,
}) => {
  // The journey waits 30 s, because the server refuses an earlier request for a second code.
  test.setTimeout(120_000);
  consoleGuard.allow(/status of 400.*verify-otp/, /status of 401.*auth\/login/);
  const { email, password } = member.credentials;
  const otherContext = await browser.newContext({
    baseURL: server.url,
    storageState: member.browserState(),
    serviceWorkers: 'block',
  });
  const otherPage = await otherContext.newPage();
  await otherPage.goto('/');
  await expect(otherPage.getByRole('button', { name: /user menu/ })).toBeVisible();

  await auth.requestOtp(email);
  await expect(home.toast('OTP sent to your email')).toBeVisible();
  await expect(auth.forgotPassword.otp.getByRole('timer')).toHaveText(/^Resend in \d+s$/);
  const { otp } = await waitForResetMail(server.outbox, email);
  for (const wrong of wrongOtps(otp)) {
    await auth.enterOtp(wrong);
    await auth.expectError('OTP', 'Invalid OTP');
  }
  await expect(page.getByText(/tr(?:y|ies) left/)).toHaveCount(0);
  await auth.field('OTP').fill('');
  await auth.expectNoError('OTP');
  await auth.enterOtp(otp);
  await auth.expectError('OTP', 'Invalid OTP');

  const resend = auth.forgotPassword.otp.getByRole('button', { name: 'Resend OTP' });
  await expect(resend).toBeEnabled({ timeout: 40_000 });
  await resend.click();
  await expect(auth.field('OTP')).toHaveValue('');
  const nextMail = await waitForResetMail(server.outbox, email, 2);
  await auth.enterOtp(nextMail.otp);
  await auth.setPassword(newPassword);
  await expect(home.toast('Password reset successfully!')).toBeVisible();
  await expect(auth.login).toBeVisible();
  await expect(auth.field('Email')).toHaveValue(email);

  await otherPage.reload();
  await expect(otherPage.getByRole('button', { name: 'LOGIN' }).first()).toBeVisible();
  await otherContext.close();

  await auth.logIn(email, password);
  await auth.expectError('Password', 'Invalid email or password');
  await auth.logIn(email, newPassword);
  await expect(home.userMenu()).toBeVisible();
});

// rules accounts-forgot-link, accounts-forgot-done
test('the link in the mail sets the password once', async ({
  auth,
  consoleGuard,
  home,
  member,
  page,
  server,
}) => {
  consoleGuard.allow(/status of 400.*reset-by-link/);
  const { email } = member.credentials;
  await auth.requestOtp(email);
  const { token } = await waitForResetMail(server.outbox, email);

  await page.goto(`/blog#reset-password=${token}`);
  await expect(auth.forgotPassword.password).toBeVisible();
  await expect(page).toHaveURL('/blog');
  await auth.setPassword(newPassword);
  await expect(home.toast('Password reset successfully!')).toBeVisible();
  await auth.logIn(email, newPassword);
  await expect(home.userMenu()).toBeVisible();

  // In a tab that already shows the app, the link opens the modal without a page load.
  await page.goto(`/blog#reset-password=${token}`);
  await expect(auth.forgotPassword.password).toBeVisible();
  await expect(page).toHaveURL('/blog');
  await auth.setPassword('another lamp');
  await expect(auth.forgotPassword.password.getByRole('alert')).not.toBeEmpty();
  await auth.forgotPassword.password.getByRole('button', { name: 'Ask for a new mail' }).click();
  await expect(auth.forgotPassword.email).toBeVisible();
});

// rule accounts-forgot-back
test('an unknown address is answered like a known one, and Back returns to the previous step', async ({
  auth,
  home,
  page,
}) => {
  await auth.requestOtp('nobody@example.org');
  await expect(home.toast('OTP sent to your email')).toBeVisible();
  await auth.field('OTP').pressSequentially('4x1');
  await expect(auth.field('OTP')).toHaveValue('41');
  await auth.forgotPassword.otp.getByRole('button', { name: 'Back' }).click();
  await expect(auth.forgotPassword.email).toBeVisible();
  await expect(auth.field('Email')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

for (const width of [desktop.width, phone.width]) {
  test(`every step is accessible at ${width} px`, async ({ auth, member, page, server }) => {
    await page.setViewportSize({ width, height: 844 });
    const { email } = member.credentials;
    await auth.login.getByRole('button', { name: 'Forgot password?' }).click();
    await auth.forgotPassword.email.getByRole('button', { name: 'Send OTP' }).click();
    await auth.expectError('Email', 'Email is required');
    await expectAccessible(page);
    await auth.field('Email').fill(email);
    await page.keyboard.press('Enter');
    await expect(auth.forgotPassword.otp).toBeVisible();
    await expect(auth.field('OTP')).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await auth.expectError('OTP', 'OTP is required');
    await expectAccessible(page);
    const { otp } = await waitForResetMail(server.outbox, email);
    await auth.enterOtp(otp);
    await expect(auth.forgotPassword.password).toBeVisible();
    await page.keyboard.press('Enter');
    await auth.expectError('New password', 'New password is required');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
