import { expect, test } from '../support/fixtures.ts';

test.use({ payments: 'razorpay', signedIn: true });

// rules payment-razorpay-window, payment-window-hosts
test('Checkout is loaded once, by the first payment, and offers another try', async ({
  chat,
  page,
  payment,
  razorpay,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout.js')) scripts.push(request.url());
  });
  const { dialog } = payment.window;
  await page.goto('/chats/socrates');
  await expect(payment.lockedPage).toBeVisible();
  expect(scripts).toEqual([]);
  await payment.startInChat();
  await expect(dialog).toContainText('Colloquy: USD 100');
  await expect(dialog.getByRole('button', { name: 'Pay' })).toBeFocused();
  await payment.window.close();
  await payment.startInChat();
  await dialog.getByRole('button', { name: 'Fail' }).click();
  await expect(dialog).toContainText('declined by your bank');
  await payment.paySuccessfully();
  expect(scripts).toHaveLength(1);
  const state = await razorpay?.state();
  expect(state?.orders).toHaveLength(1);
  expect(state?.payments.map((one) => one.status)).toEqual(['failed', 'captured']);
  await payment.closeSuccess();
  await expect(chat.composer).toBeEnabled();
});

// rule payment-settle
test('a refund in the dashboard of Razorpay locks the character', async ({
  buy,
  chat,
  page,
  razorpay,
}) => {
  await buy(1, 'socrates');
  await page.goto('/chats/socrates');
  await expect(chat.composer).toBeEnabled();
  const [paid] = (await razorpay?.state())?.payments ?? [];
  await razorpay?.refund(paid?.id ?? '');
  await expect(async () => {
    await page.reload();
    await expect(chat.composer).toBeDisabled({ timeout: 1000 });
  }).toPass();
});

// rule payment-webhook
test('a payment whose tab is closed opens the character', async ({
  chat,
  page,
  payment,
  razorpay,
}) => {
  await page.goto('/chats/socrates');
  await payment.startInChat();
  const [order] = (await razorpay?.state())?.orders ?? [];
  await page.goto('about:blank');
  await razorpay?.pay(order?.id ?? '');
  await expect(async () => {
    await page.goto('/chats/socrates');
    await expect(chat.composer).toBeEnabled({ timeout: 1000 });
  }).toPass();
});

// rule payment-closed-window
test('a payment that the bank confirms after Checkout was closed opens the character', async ({
  chat,
  page,
  payment,
  razorpay,
}) => {
  await page.goto('/chats/socrates');
  await payment.startInChat();
  const [order] = (await razorpay?.state())?.orders ?? [];
  await payment.window.close();
  await payment.dismissFailure();
  // The bank has reserved the money.
  await razorpay?.pay(order?.id ?? '', 'authorized');
  await expect(payment.pendingToast).toBeVisible();
  await expect(payment.lockedPage.getByRole('button', { name: 'Processing...' })).toBeVisible();
  const [reserved] = (await razorpay?.state())?.payments ?? [];
  await razorpay?.capture(reserved?.id ?? '');
  await expect(payment.successModal).toBeVisible();
  await expect(payment.pendingToast).toHaveCount(0);
  await expect(payment.failedToast).toHaveCount(0);
  await payment.closeSuccess();
  await expect(chat.composer).toBeEnabled();
});
