import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ payments: 'sandbox' });

const name = 'Cleopatra VII';
const phone = { width: 390, height: 844 };

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });

test.describe('signed in', () => {
  test.use({ signedIn: true });

  // rules payment-flow, payment-success, payment-opens-chat
  test('the empty chat sells its character, and opens at once', async ({
    chat,
    model,
    page,
    payment,
  }) => {
    await model.answerWith({ pieces: ['You may ', 'sit.'] });
    await page.goto('/chats/cleopatra');
    const locked = page.locator('.locked');
    await expect(locked.getByRole('heading')).toHaveText(`${name} keeps a closed door`);
    await expect(locked.locator('.locked__greeting')).toBeVisible();
    await expect(locked.getByRole('button', { name: 'Unlock Full Access · $24.00' })).toBeVisible();
    await locked.getByRole('button', { name: 'Unlock Character · $1.00' }).click();
    await payment.succeed();
    await expect(toast(page, 'Payment successful!')).toBeVisible();
    await expect(payment.fact('Plan')).toHaveText('Unlock Character');
    await expect(payment.fact('Amount')).toHaveText('$1.00');
    await expect(payment.fact('Status')).toHaveText('Active');
    await expect(payment.fact('Order ID')).toBeHidden();
    await payment.success.getByText('Transaction Details').click();
    await expect(payment.fact('Order ID')).toHaveText(/^order_/);
    await expect(payment.fact('Payment ID')).toHaveText(/^pay_/);
    await expect(payment.fact('Invoice')).toHaveText(/^COL-\d{4}-\d{6}$/);
    await expect(payment.fact('Payment status')).toHaveText('Paid');
    await payment.success.getByRole('button', { name: 'Lets Talk' }).click();
    await expect(payment.success).toBeHidden();
    await expect(chat.composer).toBeEnabled();
    await expect(chat.composer).toBeFocused();
    await chat.send('May I sit?');
    await expect(chat.newestReply()).toHaveText('You may sit.');
    await page.goto('/user?section=profile');
    await expect(page.getByText('Premium', { exact: true })).toBeVisible();
  });

  // rules payment-flow, payment-refresh
  test('the modal sells all characters', async ({ home, page, payment }) => {
    await home.open();
    await home.openStamp(name);
    const modal = home.modal(name);
    await modal.getByRole('button', { name: 'Unlock Full Access · $24.00' }).click();
    await expect(payment.window).toContainText('$24.00');
    await expect(modal).toBeHidden();
    await payment.succeed();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(payment.fact('Plan')).toHaveText('Unlock Full Access');
    await payment.success.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Another locked character is open too.
    await home.openStamp(name);
    await expect(modal.getByRole('button', { name: /Unlock/ })).toHaveCount(0);
    await expect(modal.locator('img').first()).not.toHaveCSS('filter', /blur/);
    await page.goto('/chats/socrates');
    await expect(page.getByRole('textbox', { name: /^Write to/ })).toBeEnabled();
    const saved = await page.evaluate(() => localStorage.getItem('web_settings'));
    expect(saved).not.toContain('"is_locked":true');
  });

  // rule payment-flow
  test('the modal sells one character', async ({ catalogue, page, payment }) => {
    await catalogue.open('?categories=cleopatra');
    await catalogue.link(name).click();
    const modal = catalogue.modal(name);
    await modal.getByRole('button', { name: 'Unlock this character · $1.00' }).click();
    await payment.succeed();
    await payment.success.getByRole('button', { name: 'Lets Talk' }).click();
    await expect(page).toHaveURL('/chats/cleopatra');
    await expect(page.getByRole('textbox', { name: /^Write to/ })).toBeEnabled();
    await page.goto('/chats/socrates');
    await expect(page.getByRole('textbox', { name: /^Write to/ })).toBeDisabled();
  });

  // rules access-locked-sidebar, payment-ends-chat
  test('a refund locks an open chat and keeps the text, and the sidebar opens it again', async ({
    chat,
    consoleGuard,
    member,
    model,
    page,
    payment,
  }) => {
    consoleGuard.allow(/status of 403/, /The message was refused/);
    await member.buy(1, 'cleopatra');
    await model.answerWith({ pieces: ['You may sit.'] });
    await chat.open('cleopatra');
    await chat.send('May I sit?');
    await expect(chat.newestReply()).toHaveText('You may sit.');
    await member.refundLast();
    await chat.write('And what of Rome?');
    await chat.composer.press('Enter');
    await expect(chat.composer).toBeDisabled();
    await expect(chat.composer).toHaveValue('And what of Rome?');
    await expect(chat.log).toContainText('May I sit?');
    await expect(page.getByText(`${name} keeps a closed door.`)).toBeVisible();
    await expect(page.locator('.chat-row--locked .coin')).toHaveCSS('filter', /blur/);
    await expectAccessible(page);
    await page.getByRole('button', { name: `Unlock Character for ${name}` }).click();
    await payment.succeed();
    await payment.success.getByRole('button', { name: 'Close' }).last().click();
    await expect(chat.composer).toBeFocused();
    await chat.composer.press('Enter');
    await expect(chat.ownLines().last()).toContainText('And what of Rome?');
  });

  // rules payment-failure, payment-sandbox-window
  test('a failed and a dismissed payment change nothing', async ({ catalogue, page, payment }) => {
    await catalogue.open('?categories=cleopatra');
    await catalogue.link(name).click();
    const modal = catalogue.modal(name);
    const pay = modal.getByRole('button', { name: 'Unlock Full Access · $24.00' });
    const failed = toast(page, 'Payment failed or cancelled.');
    await pay.click();
    await payment.fail();
    await expect(failed).toHaveText(/^Payment failed or cancelled\.$/);
    await failed.getByRole('button', { name: 'Dismiss' }).click();
    const dismissals = [
      () => payment.window.getByRole('button', { name: 'Close without paying' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(10, 400),
      () => page.goBack(),
    ];
    for (const dismiss of dismissals) {
      await pay.click();
      await expect(payment.window).toBeVisible();
      await dismiss();
      await expect(payment.window).toBeHidden();
      await expect(failed).toBeVisible();
      await failed.getByRole('button', { name: 'Dismiss' }).click();
      await expect(pay).toBeVisible();
    }
    await expect(page).toHaveURL(/\/characters\?categories=cleopatra/);
  });

  // rule payment-flow
  test('a double click opens one window', async ({ page, payment }) => {
    let orders = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/purchase') orders += 1;
    });
    await page.goto('/chats/cleopatra');
    const pay = page.locator('.locked').getByRole('button', { name: /Unlock Character/ });
    await pay.dblclick();
    await payment.succeed();
    expect(orders).toBe(1);
  });

  // rule payment-reload
  test('a reload in the middle of a payment loses nothing', async ({ chat, page, payment }) => {
    await page.goto('/chats/cleopatra');
    // The window has reported the payment, and the page is gone before the first verification is answered.
    let calls = 0;
    await page.route('**/api/purchase/verify', (route) => {
      calls += 1;
      return calls > 1 ? route.fallback() : undefined;
    });
    await page
      .locator('.locked')
      .getByRole('button', { name: /Unlock Character/ })
      .click();
    const verify = page.waitForRequest('**/api/purchase/verify');
    await payment.window.getByRole('button', { name: 'Pay, and succeed' }).click();
    await verify;
    await page.reload();
    await expect(payment.success).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chat.composer).toBeFocused();
  });

  // rule payment-pending
  test('a payment that is not confirmed yet opens the character by itself', async ({
    chat,
    consoleGuard,
    page,
    payment,
  }) => {
    consoleGuard.allow(/status of 503/);
    let refusals = 0;
    await page.route('**/api/purchase/verify', (route) => {
      refusals += 1;
      return refusals > 2 ? route.fallback() : route.fulfill({ status: 503 });
    });
    await page.goto('/chats/cleopatra');
    await page
      .locator('.locked')
      .getByRole('button', { name: /Unlock Character/ })
      .click();
    await payment.window.getByRole('button', { name: 'Pay, and succeed' }).click();
    await expect(toast(page, 'Your payment is being confirmed.')).toBeVisible();
    await expect(payment.success).toBeVisible();
    await expect(toast(page, 'Your payment is being confirmed.')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(chat.composer).toBeEnabled();
  });

  // rule payment-refused-order
  test('without a connection nothing is charged, and the page says so', async ({
    consoleGuard,
    context,
    page,
    payment,
  }) => {
    consoleGuard.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/chats/cleopatra');
    const pay = page.locator('.locked').getByRole('button', { name: 'Unlock Character · $1.00' });
    await expect(pay).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    // The code of the payment is fetched with the first one.
    await pay.click();
    await expect(payment.window).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(pay).toBeVisible();
    await context.setOffline(true);
    await pay.click();
    await expect(toast(page, 'nothing was charged')).toBeVisible();
    await expect(pay).toBeEnabled();
  });

  // rule payment-refresh
  test('another tab opens the character too', async ({ context, page, payment }) => {
    await page.goto('/chats/cleopatra');
    const other = await context.newPage();
    await other.goto('/chats/cleopatra');
    await expect(other.locator('.locked')).toBeVisible();
    await page
      .locator('.locked')
      .getByRole('button', { name: /Unlock Character/ })
      .click();
    await payment.succeed();
    await expect(other.getByRole('textbox', { name: /^Write to/ })).toBeEnabled();
  });

  // rule access-locked-client
  test('an open chat locks when its time is over', async ({ chat, member, page }) => {
    await member.buy(1, 'cleopatra');
    const soon = new Date(Date.now() + 6000).toISOString();
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...(await response.json()), expiry_at: soon } });
    });
    await chat.open('cleopatra');
    await expect(chat.composer).toBeEnabled();
    await expect(chat.composer).toBeDisabled();
    await expect(page.getByRole('heading', { name: `${name} keeps a closed door` })).toBeVisible();
  });

  for (const [device, viewport] of Object.entries({ phone, narrow: { width: 320, height: 640 } })) {
    test.describe(device, () => {
      test.use({ viewport });

      // rules look-accessible, look-narrow
      test('pays from the sidebar, and every window fits and is accessible', async ({
        chat,
        member,
        page,
        payment,
      }) => {
        await member.buy(1, 'cleopatra');
        await member.open('cleopatra');
        await member.refundLast();
        await page.goto('/chats/ada-lovelace');
        await chat.expectOpen();
        await page.getByRole('button', { name: 'Show chats' }).click();
        const pay = page.getByRole('button', { name: `Unlock Character for ${name}` });
        await pay.click();
        await expect(payment.window).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.keyboard.press('Escape');
        await expect(payment.window).toBeHidden();
        await expect(pay).toBeVisible();
        await pay.click();
        await payment.succeed();
        await payment.success.getByText('Transaction Details').click();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await payment.success.getByRole('button', { name: 'Lets Talk' }).click();
        await expect(page).toHaveURL('/chats/cleopatra');
        await expect(chat.composer).toBeEnabled();
      });
    });
  }

  // rule look-accessible
  test('every window is accessible on a wide screen', async ({ page, payment }) => {
    await page.goto('/chats/cleopatra');
    const locked = page.locator('.locked');
    await expect(locked.getByRole('navigation', { name: 'Free to talk' })).toBeVisible();
    await expectAccessible(page);
    await locked.getByRole('button', { name: /Unlock Character/ }).click();
    await expect(payment.window).toBeVisible();
    await expectAccessible(page);
    // The focus stays in the window.
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(payment.window.locator(':focus')).toHaveCount(1);
    }
    await payment.succeed();
    await expectAccessible(page);
  });
});

// rule payment-login-first
test('a visitor signs up and logs in, and the payment starts by itself', async ({
  auth,
  catalogue,
  page,
  payment,
}) => {
  await catalogue.open('?categories=cleopatra');
  await catalogue.link(name).click();
  await catalogue.modal(name).getByRole('button', { name: 'Unlock Full Access · $24.00' }).click();
  await expect(auth.login).toContainText(`to unlock ${name}`);
  await auth.goToRegister();
  const email = 'newcomer@example.org';
  const password = 'a quiet room';
  await auth.signUp({ name: 'Newcomer', email, password });
  await expect(auth.login).toBeVisible();
  await auth.field('Password').fill(password);
  await auth.submitLogin();
  await expect(payment.window).toBeVisible();
  await payment.succeed();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
