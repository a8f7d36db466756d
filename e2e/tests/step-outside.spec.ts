import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

const panelName = 'Outside the scene not Ada Lovelace';

test.describe('with a model', () => {
  // rule chat-step-outside
  test('a note about the last reply has its sources and leaves no trace', async ({
    chat,
    model,
    page,
  }) => {
    await model.answerWith({ pieces: ['I met him in 1833.'] });
    await chat.open();
    await chat.send('Who was Mr. Babbage?');
    await chat.expectNoRunningReply();
    await model.answerWith({ pieces: ['She met Charles Babbage in June 1833. [4]'] });
    await page.getByRole('button', { name: 'Step outside' }).click();
    const panel = page.getByRole('region', { name: panelName });
    await expect(panel).toContainText('She met Charles Babbage in June 1833.');
    await expect(panel.getByRole('listitem')).toHaveText([/^1833: Meets Charles Babbage/]);
    await expect(panel).toBeFocused();
    await expectAccessible(page);

    await model.answerWith({ pieces: ['Go on with what?'] });
    await chat.send('Go on');
    await chat.expectNoRunningReply();
    await expect(panel).toBeVisible();
    const lastCall = (await model.replyCalls()).find(({ body }) => body.includes('Go on'));
    expect(lastCall?.body).toContain('Go on');
    expect(lastCall?.body).not.toContain('She met Charles Babbage');
    await page.reload();
    await chat.expectOpen();
    await expect(page.getByRole('button', { name: 'Step outside' })).toHaveCount(1);
    await expect(panel).toHaveCount(0);
    await expect(chat.replies()).toHaveCount(3);
  });

  // rule chat-meter
  test('the meter says when the day is used up, and the typed line stays', async ({
    chat,
    consoleGuard,
    model,
    page,
    server,
  }) => {
    consoleGuard.allow(/status of 429/, /was refused/);
    await model.answerWith({ pieces: ['Good day.'] });
    const capSettings = {
      // Caps apply only to models on other machines, so the test configures one.
      COLLOQUY_LLM_FALLBACK_URL: 'https://model.example/v1',
      COLLOQUY_LLM_TOKENS_PER_USER_DAY: '6000',
    };
    await server.restart(capSettings);
    await chat.open();
    const allowanceMeter = page.locator('.meter:not(.meter--full)');
    const details = page.getByRole('complementary', { name: 'About Ada Lovelace' });
    await expect(allowanceMeter).toHaveText(
      /^At least 1 message left today; more (tomorrow )?at \d\d:\d\d\.$/,
    );
    await expect(details).toContainText('At least 1 message left today');
    await expect(async () => {
      await chat.send('Good day to you');
      await chat.expectNoRunningReply();
      await expect(allowanceMeter).toContainText('No messages left today', { timeout: 500 });
    }).toPass();
    await expect(allowanceMeter).toContainText('What you type stays here.');
    await expect(details).toContainText('No messages left today; the next');
    await expectAccessible(page);
    await chat.write('And one more thing');
    await chat.sendButton.click();
    await expect(page.locator('.send-notice--bad')).toBeVisible();
    await expect(chat.composer).toHaveValue('And one more thing');

    await server.restart({ ...capSettings, COLLOQUY_CLOCK_AHEAD: '24h' });
    await page.clock.setSystemTime(Date.now() + 86_400_000);
    await page.reload();
    await expect(allowanceMeter).toContainText('At least 1 message left today');
    await expect(chat.composer).toHaveValue('And one more thing');
  });
});

test.describe('without a model', () => {
  test.use({ withModel: false });

  // rule chat-step-outside
  test('the note comes from the record, by keyboard and on a phone', async ({ chat, page }) => {
    await page.setViewportSize(phone);
    await chat.open();
    await chat.send('What would the Analytical Engine do?');
    await chat.expectNoRunningReply();
    const button = page.getByRole('button', { name: 'Step outside' });
    await button.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: panelName });
    await expect(panel).toContainText('Known for: Her Notes of 1843');
    await expect(panel).toContainText('written for this portrait');
    await expect(panel).toBeFocused();
    await expect(panel.getByRole('heading', { name: 'Outside the scene' })).toBeInViewport();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      phone.width,
    );
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await page.getByRole('button', { name: 'Show details' }).click();
    // The sent question and the note (the panel of Step outside) each used up one message of the day.
    await expect(page.getByRole('dialog', { name: 'Details' })).toContainText(
      '298 of 300 messages left today; more',
    );
  });

  // rule chat-step-outside
  test('an invented character is said to be one', async ({ chat, page }) => {
    await chat.open('alice-in-wonderland');
    await page.getByRole('button', { name: 'Step outside' }).click();
    await expect(page.getByRole('region', { name: /^Outside the scene/ })).toContainText(
      'Alice is fictional, created by Lewis Carroll.',
    );
  });
});
