import { expect, test } from '../support/fixtures.ts';

test.use({ payments: 'razorpay', signedIn: true });

const name = 'Cleopatra VII';

// rules payment-razorpay-window, payment-failure
test('Checkout is loaded by the first payment, and fails, is closed and pays', async ({
  catalogue,
  chat,
  page,
  payment,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/checkout.js')) scripts.push(request.url());
  });
  const checkout = page.getByRole('dialog', { name: 'Test of Razorpay Checkout' });
  const press = (button: string) => checkout.getByRole('button', { name: button }).click();
  const failed = page.locator('.toast').filter({ hasText: 'Payment failed or cancelled.' });
  await catalogue.open('?categories=cleopatra');
  await catalogue.link(name).click();
  const modal = catalogue.modal(name);
  const pay = modal.getByRole('button', { name: 'Unlock this character · $1.00' });
  await expect(pay).toBeVisible();
  expect(scripts).toEqual([]);

  await pay.click();
  await expect(checkout).toContainText('Colloquy: USD 100');
  await expect(checkout.getByRole('button', { name: 'Pay' })).toBeFocused();
  await press('Fail');
  await press('Close');
  await expect(failed).toBeVisible();
  await failed.getByRole('button', { name: 'Dismiss' }).click();

  await pay.click();
  await expect(checkout).toBeVisible();
  await page.goBack();
  await expect(checkout).toBeHidden();
  await expect(failed).toBeVisible();
  await expect(pay).toBeVisible();

  await pay.click();
  await press('Pay');
  await expect(payment.success).toBeVisible();
  await expect(payment.fact('Plan')).toHaveText('Unlock Character');
  expect(scripts).toHaveLength(1);
  await payment.success.getByRole('button', { name: 'Lets Talk' }).click();
  await expect(page).toHaveURL('/chats/cleopatra');
  await expect(chat.composer).toBeEnabled();
});
