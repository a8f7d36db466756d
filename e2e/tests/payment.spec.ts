import { expectAccessible } from '../support/axe.ts';
import { expect, test, withEachProvider } from '../support/fixtures.ts';

const cleopatra = 'Cleopatra VII';

withEachProvider(() => {
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
      const { lockedPage: locked } = payment;
      await expect(locked.getByRole('heading')).toHaveText(`${cleopatra} keeps a closed door`);
      await expect(locked.locator('.locked__greeting')).toBeVisible();
      await expect(
        locked.getByRole('button', { name: 'Unlock Full Access · $24.00' }),
      ).toBeVisible();
      await payment.startInChat();
      await payment.paySuccessfully();
      await expect(payment.toast('Payment successful!')).toBeVisible();
      await expect(payment.successDetail('Plan')).toHaveText('Unlock Character');
      await expect(payment.successDetail('Amount')).toHaveText('$1.00');
      await expect(payment.successDetail('Status')).toHaveText('Active');
      await expect(payment.successDetail('Order ID')).toBeHidden();
      await payment.successModal.getByText('Transaction Details').click();
      await expect(payment.successDetail('Order ID')).toHaveText(/^order_/);
      await expect(payment.successDetail('Payment ID')).toHaveText(/^pay_/);
      await expect(payment.successDetail('Invoice')).toHaveText(/^COL-\d{4}-\d{6}$/);
      await expect(payment.successDetail('Payment status')).toHaveText('Paid');
      await payment.successModal.getByRole('button', { name: 'Lets Talk' }).click();
      await expect(payment.successModal).toBeHidden();
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
      await home.openTile(cleopatra);
      const modal = home.modal(cleopatra);
      await modal.getByRole('button', { name: 'Unlock Full Access · $24.00' }).click();
      await expect(payment.window.dialog).toBeVisible();
      await expect(modal).toBeHidden();
      await payment.paySuccessfully();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(payment.successDetail('Plan')).toHaveText('Unlock Full Access');
      await expect(payment.successDetail('Amount')).toHaveText('$24.00');
      await payment.closeSuccess();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await home.openTile(cleopatra);
      await expect(modal.getByRole('button', { name: /Unlock/ })).toHaveCount(0);
      await expect(modal.locator('img').first()).not.toHaveCSS('filter', /blur/);
      // The plan opens the other paid characters too.
      await page.goto('/chats/socrates');
      await expect(page.getByRole('textbox', { name: /^Write to/ })).toBeEnabled();
      const savedSettings = await page.evaluate(() => localStorage.getItem('web_settings'));
      expect(savedSettings).not.toContain('"is_locked":true');
    });

    // rule payment-flow
    test('the modal sells one character', async ({ catalogue, chat, page, payment }) => {
      await catalogue.open('?categories=cleopatra');
      await catalogue.link(cleopatra).click();
      const modal = catalogue.modal(cleopatra);
      await modal.getByRole('button', { name: 'Unlock this character · $1.00' }).click();
      await payment.paySuccessfully();
      await payment.successModal.getByRole('button', { name: 'Lets Talk' }).click();
      await expect(page).toHaveURL('/chats/cleopatra');
      await expect(chat.composer).toBeEnabled();
      await page.goto('/chats/socrates');
      await expect(chat.composer).toBeDisabled();
    });

    // rules access-locked-sidebar, payment-ends-chat
    test('a refund locks an open chat and keeps the text, and the sidebar opens it again', async ({
      buy,
      chat,
      consoleGuard,
      member,
      model,
      page,
      payment,
    }) => {
      consoleGuard.allow(/status of 403/, /The message was refused/);
      await buy(1, 'cleopatra');
      await model.answerWith({ pieces: ['You may sit.'] });
      await chat.open('cleopatra');
      await chat.send('May I sit?');
      await expect(chat.newestReply()).toHaveText('You may sit.');
      // The text is written first: the tab may notice the refund by itself and disable the field.
      await chat.write('And what of Rome?');
      await member.refundLastOrder();
      await chat.composer.press('Enter');
      await expect(chat.composer).toBeDisabled();
      await expect(chat.composer).toHaveValue('And what of Rome?');
      await expect(chat.log).toContainText('May I sit?');
      await expect(page.getByText(`${cleopatra} keeps a closed door.`)).toBeVisible();
      await expect(page.locator('.chat-row--locked .coin')).toHaveCSS('filter', /blur/);
      await expectAccessible(page);
      await page.getByRole('button', { name: `Unlock Character for ${cleopatra}` }).click();
      await payment.paySuccessfully();
      await payment.closeSuccess();
      await expect(chat.composer).toBeFocused();
      await chat.composer.press('Enter');
      await expect(chat.ownLines().last()).toContainText('And what of Rome?');
    });

    // rules payment-failure, payment-sandbox-window, payment-razorpay-window
    test('a failed and a dismissed payment change nothing', async ({
      catalogue,
      page,
      payment,
    }) => {
      await catalogue.open('?categories=cleopatra');
      await catalogue.link(cleopatra).click();
      const modal = catalogue.modal(cleopatra);
      const payButton = modal.getByRole('button', { name: 'Unlock Full Access · $24.00' });
      const unpaidEndings = [
        () => payment.window.close(),
        () => payment.window.fail(),
        // After the failed payment the button opens a window for a new order.
        () => payment.window.close(),
        () => page.keyboard.press('Escape'),
        () => payment.goBackFrom(payment.window.dialog),
      ];
      for (const end of unpaidEndings) {
        await payButton.click();
        await expect(payment.window.dialog.locator(':focus')).toHaveCount(1);
        await end();
        await expect(payment.window.dialog).toBeHidden();
        await payment.dismissFailure();
        await expect(payButton).toBeEnabled();
      }
      await expect(page).toHaveURL(/\/characters\?categories=cleopatra/);
    });

    // rule payment-flow
    test('a double click opens one window', async ({ page, payment }) => {
      let orderCount = 0;
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/purchase') orderCount += 1;
      });
      await page.goto('/chats/cleopatra');
      await payment.lockedPage.getByRole('button', { name: /Unlock Character/ }).dblclick();
      await payment.paySuccessfully();
      expect(orderCount).toBe(1);
    });

    // rule payment-refresh
    test('another tab opens the character without a reload', async ({ context, page, payment }) => {
      await page.goto('/chats/cleopatra');
      const chatPage = await context.newPage();
      await chatPage.goto('/chats/cleopatra');
      await expect(chatPage.locator('.locked')).toBeVisible();
      const list = await context.newPage();
      await list.goto('/characters?categories=cleopatra');
      const stamp = list.locator('article.stamp').filter({ hasText: cleopatra });
      await expect(stamp).toContainText('PRO');
      await stamp.getByRole('link', { name: cleopatra, exact: true }).click();
      const modal = list.getByRole('dialog', { name: cleopatra });
      await expect(modal.getByRole('button', { name: /Unlock/ })).toHaveCount(2);
      await page.bringToFront();
      await payment.startInChat();
      await payment.paySuccessfully();
      await chatPage.bringToFront();
      await expect(chatPage.getByRole('textbox', { name: /^Write to/ })).toBeEnabled();
      await list.bringToFront();
      await expect(modal.getByRole('button', { name: /Unlock/ })).toHaveCount(0);
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
    await catalogue.link(cleopatra).click();
    const modal = catalogue.modal(cleopatra);
    await modal.getByRole('button', { name: 'Unlock Full Access · $24.00' }).click();
    await expect(auth.login).toContainText(`to unlock ${cleopatra}`);
    await auth.goToRegister();
    const email = 'newcomer@example.org';
    const password = 'a quiet room';
    await auth.signUp({ name: 'Newcomer', email, password });
    await expect(auth.login).toBeVisible();
    await auth.field('Password').fill(password);
    await auth.submitLogin();
    await payment.paySuccessfully();
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });
});
