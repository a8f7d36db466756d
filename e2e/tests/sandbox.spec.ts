import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ payments: 'sandbox', signedIn: true });

const cleopatra = 'Cleopatra VII';
const viewports = {
  phone,
  narrow: narrowPhone,
};

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(device, () => {
    test.use({ viewport });

    // rules look-accessible, look-narrow
    test('pays from the sidebar, and every window fits and is accessible', async ({
      buy,
      chat,
      member,
      page,
      payment,
    }) => {
      await buy(1, 'cleopatra');
      await member.openChat('cleopatra');
      await member.refundLastOrder();
      await page.goto('/chats/ada-lovelace');
      await chat.expectOpen();
      await page.getByRole('button', { name: 'Show chats' }).click();
      const unlockButton = page.getByRole('button', { name: `Unlock Character for ${cleopatra}` });
      await unlockButton.click();
      await expect(payment.window.dialog).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await expect(payment.window.dialog).toBeHidden();
      await expect(unlockButton).toBeVisible();
      await unlockButton.click();
      await payment.paySuccessfully();
      await payment.successModal.getByText('Transaction Details').click();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await payment.successModal.getByRole('button', { name: 'Lets Talk' }).click();
      await expect(page).toHaveURL('/chats/cleopatra');
      await expect(chat.composer).toBeEnabled();
    });
  });
}

// rules look-accessible, payment-sandbox-window
test('the window says what is paid, keeps the focus, and closes by its backdrop', async ({
  page,
  payment,
}) => {
  await page.goto('/chats/cleopatra');
  await expect(payment.lockedPage.getByRole('navigation', { name: 'Free to talk' })).toBeVisible();
  await expectAccessible(page);
  await payment.startInChat();
  const { dialog } = payment.window;
  await expect(dialog).toContainText('Unlock Character');
  await expect(dialog).toContainText('One character, thirty days.');
  await expect(dialog).toContainText('$1.00');
  await expectAccessible(page);
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.mouse.click(10, 400);
  await expect(dialog).toBeHidden();
  await payment.dismissFailure();
  await payment.startInChat();
  await payment.paySuccessfully();
  await expectAccessible(page);
});
