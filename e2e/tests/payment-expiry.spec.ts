import type { AppServer } from '../support/app-server.ts';
import { expect, test, withEachProvider } from '../support/fixtures.ts';
import { waitForConfirmToken } from '../support/outbox.ts';

const cleopatra = 'Cleopatra VII';

/** Restarts the server with a clock that is ahead of the machine's clock by a number of days. */
const restartDaysAhead = (server: AppServer, days: number) =>
  server.restart({ COLLOQUY_CLOCK_AHEAD: `${days * 24}h` });

withEachProvider(() => {
  test.use({ signedIn: true });

  // rules access-who-may-chat, access-locked-chat, access-locked-modal, access-locked-sidebar, clock-ahead
  test('a purchase ends after its days: the character is locked and can be bought again', async ({
    auth,
    catalogue,
    chat,
    consoleGuard,
    member,
    model,
    page,
    payment,
    server,
  }) => {
    consoleGuard.allow(/status of 401/, /could not be fetched .*session has ended/);
    await model.answerWith({ pieces: ['You may sit.'] });
    await page.goto('/chats/cleopatra');
    await payment.startInChat();
    await payment.paySuccessfully();
    await payment.closeSuccess();
    await chat.send('May I sit?');
    await chat.expectNoRunningReply();

    await restartDaysAhead(server, 31);
    expect(server.log).toContain('COLLOQUY_CLOCK_AHEAD is set');
    await page.clock.setSystemTime(Date.now() + 31 * 86_400_000);
    await page.reload();
    const { email, password } = member.credentials;
    await auth.logIn(email, password);
    await expect(page).toHaveURL('/chats/cleopatra');
    await expect(chat.log).toContainText('May I sit?');
    await expect(chat.composer).toBeDisabled();
    const notice = page.locator('.send-notice--lock');
    await expect(notice).toContainText(`${cleopatra} keeps a closed door.`);
    await expect(notice.getByRole('button')).toHaveText('Unlock Character · $1.00');
    await expect(page.locator('.chat-row--locked .coin')).toHaveCSS('filter', /blur/);
    await expect(
      page.getByRole('button', { name: `Unlock Character for ${cleopatra}` }),
    ).toBeVisible();
    await catalogue.open('?categories=cleopatra');
    await catalogue.link(cleopatra).click();
    const modal = catalogue.modal(cleopatra);
    await expect(modal.locator('img').first()).toHaveCSS('filter', /blur/);
    await expect(modal.getByRole('button', { name: 'Unlock Full Access · $24.00' })).toBeVisible();

    await modal.getByRole('button', { name: 'Unlock this character · $1.00' }).click();
    await payment.paySuccessfully();
    await payment.successModal.getByRole('button', { name: 'Lets Talk' }).click();
    await expect(page).toHaveURL('/chats/cleopatra');
    await chat.send('And now?');
    await expect(chat.ownLines()).toHaveCount(2);
  });

  // rules payment-reminder, clock-ahead
  test('the end of a purchase is told once by mail, days before', async ({
    buy,
    member,
    page,
    server,
  }) => {
    const mails = (whose: string) =>
      page.getByRole('link', { name: `Your access to ${whose} ends soon` });
    const expectMail = (whose: string) =>
      expect(async () => {
        await page.goto('/dev/mail');
        await expect(mails(whose)).toHaveCount(1, { timeout: 500 });
      }).toPass();
    await member.confirmAddress(await waitForConfirmToken(server.outbox, member.credentials.email));
    await member.turnOnNotices();
    await buy(1, 'cleopatra');
    await restartDaysAhead(server, 2);
    await buy(1, 'socrates');
    await restartDaysAhead(server, 28);
    await expectMail(cleopatra);
    await expect(mails('Socrates')).toHaveCount(0);
    // The mail about Socrates shows that the reminder job ran again, without a second mail about Cleopatra.
    await restartDaysAhead(server, 29.5);
    await expectMail('Socrates');
    await expect(mails(cleopatra)).toHaveCount(1);
  });

  // rule access-locked-client
  test('an open chat locks when its time is over', async ({ buy, chat, page, payment }) => {
    await buy(1, 'cleopatra');
    const expiresAt = new Date(Date.now() + 6000).toISOString();
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      return route.fulfill({
        response,
        json: { ...(await response.json()), expiry_at: expiresAt },
      });
    });
    await chat.open('cleopatra');
    await expect(chat.composer).toBeEnabled();
    await expect(chat.composer).toBeDisabled();
    await expect(payment.lockedPage.getByRole('heading')).toHaveText(
      `${cleopatra} keeps a closed door`,
    );
  });
});
