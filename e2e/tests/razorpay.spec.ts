import { AppServer } from '../support/app-server.ts';
import { FakeRazorpay } from '../support/fake-razorpay.ts';
import { test as base, expect } from '../support/fixtures.ts';

/** Journeys whose server uses a fake Razorpay. */
const test = base.extend<{ razorpay: FakeRazorpay }>({
  razorpay: async ({}, use) => {
    const razorpay = await FakeRazorpay.start();
    await use(razorpay);
    await razorpay.close();
  },

  server: async ({ model, razorpay }, use) => {
    const server = await AppServer.start(model.url, { settings: razorpay.settings });
    await razorpay.reportTo(server.url);
    await use(server);
    await server.close();
  },
});

test.use({ signedIn: true });

// rules payment-razorpay-window, payment-window-hosts
test('a payer fails, tries again and talks to the character; a refund locks it', async ({
  chat,
  page,
  payment,
  razorpay,
}) => {
  await page.goto('/chats/socrates');
  await expect(chat.composer).toBeDisabled();
  await page
    .getByRole('button', { name: /^Unlock/ })
    .first()
    .click();
  const checkout = page.getByRole('dialog', { name: 'Test of Razorpay Checkout' });
  await checkout.getByRole('button', { name: 'Fail' }).click();
  await expect(checkout).toContainText('declined by your bank');
  await checkout.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.success).toBeVisible();
  await payment.success.getByRole('button').first().click();
  await expect(chat.composer).toBeEnabled();
  const { orders, payments } = await razorpay.state();
  expect(orders).toHaveLength(1);
  expect(payments.map((one) => one.status)).toEqual(['failed', 'captured']);
  await razorpay.refund(payments[1]?.id ?? '');
  await expect(async () => {
    await page.reload();
    await expect(chat.composer).toBeDisabled({ timeout: 1000 });
  }).toPass();
});

test('a payment whose tab is closed opens the character', async ({ chat, page, razorpay }) => {
  await page.goto('/chats/socrates');
  await page
    .getByRole('button', { name: /^Unlock/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Test of Razorpay Checkout' })).toBeVisible();
  const [order] = (await razorpay.state()).orders;
  await page.goto('about:blank');
  await razorpay.pay(order?.id ?? '');
  await expect(async () => {
    await page.goto('/chats/socrates');
    await expect(chat.composer).toBeEnabled({ timeout: 1000 });
  }).toPass();
});
