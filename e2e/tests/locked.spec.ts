import { expect, test } from '../support/fixtures.ts';

test.describe('with payment', () => {
  test.use({ signedIn: true, payments: 'sandbox' });

  test('a locked character is marked PRO, has a readable profile, and gets no messages', async ({
    chat,
    home,
    page,
  }) => {
    await home.open();
    await expect(home.stamp('Ada Lovelace')).toContainText('FREE');
    await home.chooseCategory('Royalty');
    await expect(home.stamp('Cleopatra VII')).toContainText('PRO');
    await home.chatButton('Cleopatra VII').click();
    await expect(page).toHaveURL('/chats/cleopatra');
    await expect(chat.heading()).toHaveText('Cleopatra VII');
    await expect(
      page.getByRole('heading', { name: 'Cleopatra VII keeps a closed door' }),
    ).toBeVisible();
    await expect(chat.composer).toBeDisabled();
    await expect(chat.sendButton).toBeDisabled();
    await expect(chat.composer).toHaveAttribute('placeholder', /Unlock Cleopatra VII/);
    // Opening a locked chat creates no conversation.
    await expect(page.getByText('No chats yet')).toBeVisible();
    await expect(page.getByText('this server')).toHaveCount(0);
    const freeLinks = page.getByRole('navigation', { name: 'Free to talk' }).getByRole('link');
    await expect(freeLinks).toHaveCount(3);
    await freeLinks.first().click();
    await chat.expectOpen();
    await expect(chat.composer).toBeEnabled();
  });
});

test.describe('without payment', () => {
  test.use({ signedIn: true });

  test('without payment a new installation opens every character', async ({
    chat,
    home,
    model,
    page,
  }) => {
    await model.answerWith({ pieces: ['I know ', 'that I know nothing.'] });
    await home.open();
    await home.chooseCategory('Royalty');
    await expect(home.stamp('Cleopatra VII')).toContainText('FREE');
    await page.goto('/chats/socrates');
    await expect(chat.heading()).toHaveText('Socrates');
    await chat.send('What do you know?');
    await expect(chat.newestReply()).toHaveText('I know that I know nothing.');
    await expect(page.getByRole('link', { name: /locked/ })).toHaveCount(0);
  });
});

// rule access-open-without-payment
test('without payment nothing shows a lock, a badge or a price', async ({ catalogue, page }) => {
  const paymentWords = /\bpro\b|[$€£]\s?\d|unlock|full access|payment/i;
  for (const address of [
    '/',
    '/characters',
    '/characters?categories=newton',
    '/character/profile/socrates',
    '/character/profile/ada-lovelace',
    '/tags/?isActive=0&tagName=physics',
  ]) {
    await page.goto(address);
    await expect(page.locator('.stamp').first()).toBeVisible();
    for (const text of await page
      .locator('.stamp__tier, .similar__pro, .plate')
      .allTextContents()) {
      expect(text, address).not.toMatch(/\bpro\b/i);
    }
    await expect(page.locator('.lucide-lock'), address).toHaveCount(0);
  }
  await page.goto('/character/profile/socrates');
  await expect(page.locator('.stamp').first()).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toMatch(paymentWords);
  await catalogue.open('?categories=isaac%20newton');
  await catalogue.link('Isaac Newton').click();
  const modal = catalogue.modal('Isaac Newton');
  await expect(modal.getByRole('button', { name: 'Lets Talk' })).toBeEnabled();
  await expect(modal).not.toContainText(paymentWords);
  await expect(modal.locator('img').first()).not.toHaveCSS('filter', /blur/);
});
