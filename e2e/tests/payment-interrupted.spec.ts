import { expect, test, withEachProvider } from '../support/fixtures.ts';

const cleopatra = 'Cleopatra VII';

withEachProvider((provider) => {
  test.use({ signedIn: true });

  // rule payment-reload
  test('a reload on each screen of a payment loses nothing', async ({ chat, page, payment }) => {
    await page.goto('/chats/cleopatra');
    await payment.startInChat();
    await page.reload();
    // Nobody has paid, so the page shows no toast after the window is gone.
    await expect(payment.lockedPage).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('.toast')).toHaveCount(0);

    await payment.startInChat();
    await payment.window.close();
    await expect(payment.failedToast).toBeVisible();
    await page.reload();
    await expect(payment.lockedPage).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);

    // The page reloads after the payment, before the verification is answered.
    let callCount = 0;
    await page.route('**/api/purchase/verify', (route) => {
      callCount += 1;
      return callCount > 1 ? route.fallback() : undefined;
    });
    await payment.startInChat();
    const verifyRequest = page.waitForRequest('**/api/purchase/verify');
    await payment.window.pay();
    await verifyRequest;
    await expect(payment.lockedPage.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await page.reload();
    await expect(payment.successModal).toBeVisible();

    await page.reload();
    await expect(chat.composer).toBeEnabled();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  // rules payment-flow, payment-success
  test('Back closes each screen of a payment and leaves no entry behind', async ({
    catalogue,
    page,
    payment,
  }) => {
    await page.goto('/blog');
    await catalogue.open('?categories=cleopatra');
    await catalogue.link(cleopatra).click();
    const modal = catalogue.modal(cleopatra);
    const payButton = modal.getByRole('button', { name: 'Unlock this character · $1.00' });
    await payButton.click();
    await payment.goBackFrom(payment.window.dialog);
    await payment.dismissFailure();

    // The user goes back while the order is being made: the modal closes, and the payment goes on.
    let releaseOrder: (() => void) | undefined;
    await page.route('**/api/purchase', (route) => {
      releaseOrder = () => void route.fallback();
    });
    await payButton.click();
    await expect(modal.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await payment.goBackFrom(modal);
    await expect(async () => expect(releaseOrder).toBeDefined()).toPass();
    releaseOrder?.();
    await payment.paySuccessfully();
    await payment.goBackFrom(payment.successModal);
    await expect(page).toHaveURL(/\/characters\?categories=cleopatra/);
    await page.goBack();
    await expect(page).toHaveURL('/blog');
  });

  // rule payment-pending
  test('a payment that is not confirmed yet opens the character by itself', async ({
    chat,
    consoleGuard,
    page,
    payment,
  }) => {
    consoleGuard.allow(/status of 503/);
    let refusalCount = 0;
    await page.route('**/api/purchase/verify', (route) => {
      refusalCount += 1;
      return refusalCount > 2 ? route.fallback() : route.fulfill({ status: 503 });
    });
    await page.goto('/chats/cleopatra');
    await payment.startInChat();
    await payment.window.pay();
    await expect(payment.pendingToast).toBeVisible();
    await expect(payment.successModal).toBeVisible();
    await expect(payment.pendingToast).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(chat.composer).toBeEnabled();
  });

  // rule payment-refused-order
  test('without a connection nothing is charged, and the page says so', async ({
    chat,
    consoleGuard,
    context,
    page,
    payment,
  }) => {
    consoleGuard.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/chats/cleopatra');
    await page.evaluate(() => document.fonts.ready);
    // This payment loads the JavaScript of payments, which the page could not load offline.
    await payment.startInChat();
    await page.keyboard.press('Escape');
    await payment.dismissFailure();
    await context.setOffline(true);
    await payment.lockedPage.getByRole('button', { name: /Unlock Character/ }).click();
    await expect(payment.toast('nothing was charged')).toBeVisible();
    await context.setOffline(false);

    // The connection is lost while the window is open.
    await payment.startInChat();
    await context.setOffline(true);
    await payment.window.pay();
    await expect(payment.window.problem).toBeVisible();
    await context.setOffline(false);
    await payment.paySuccessfully();
    await payment.closeSuccess();
    await expect(chat.composer).toBeEnabled();
  });

  // rule payment-pending
  test('a server that restarts between order and payment loses nothing', async ({
    chat,
    page,
    payment,
    server,
  }) => {
    await page.goto('/chats/cleopatra');
    await payment.startInChat();
    await server.restart();
    await payment.window.pay();
    await expect(payment.successModal).toBeVisible();
    await payment.closeSuccess();

    await page.goto('/chats/socrates');
    await payment.startInChat();
    await server.kill();
    await payment.window.pay();
    // While our server is down, Razorpay takes the money. The sandbox cannot, because our server runs it.
    const pendingPaymentText =
      provider === 'razorpay' ? payment.pendingToast : payment.window.problem;
    await expect(pendingPaymentText).toBeVisible();
    await server.run();
    if (provider === 'sandbox') await payment.window.pay();
    await expect(payment.successModal).toBeVisible();
    await payment.closeSuccess();
    await expect(chat.composer).toBeEnabled();
  });
});
