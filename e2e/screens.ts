import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { desktop, phone } from './support/screen-sizes.ts';

const screensDirectory = resolve(process.env['SCREENS_DIR'] ?? 'screens');
mkdirSync(screensDirectory, { recursive: true });

const viewportsByWidth = { 1440: desktop, 390: phone };

const replyPieces = [
  'It would *weave* algebra, as the loom of Jacquard weaves flowers.\n\n',
  'Mr. Babbage has drawn a mill where numbers are worked, a store where they wait, ',
  'and cards that say in what succession:\n\n',
  '1. fetch two numbers from the store,\n2. work them in the mill,\n3. carry the result back.\n\n',
  'Nobody has built it. I only insist that it **could** be built. ',
  'Shall we follow one number through it?',
];

const question = 'What would the Analytical Engine do?';

for (const [width, viewport] of Object.entries(viewportsByWidth)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, payments: 'sandbox' });

      const takeScreenshotWithToast = async (page: Page, name: string, fullPage = false) => {
        await page.evaluate(() => document.fonts.ready);
        const path = `${screensDirectory}/${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path, fullPage, animations: 'disabled' });
      };
      const takeScreenshot = async (page: Page, name: string, fullPage = false) => {
        await expect(page.locator('.toast')).toHaveCount(0);
        await takeScreenshotWithToast(page, name, fullPage);
      };

      test('visitor', async ({ auth, consoleGuard, home, page }) => {
        consoleGuard.allow(/status of 404.*nowhere/);
        await home.open();
        await takeScreenshot(page, 'home');
        // The page grows while its sections load, so another stamp may become the last one.
        await expect(async () => {
          await home.stamps().last().scrollIntoViewIfNeeded();
          await expect(home.stamps().last()).toBeInViewport({ timeout: 1_000 });
        }).toPass();
        await page.keyboard.press('Home');
        await takeScreenshot(page, 'home-whole', true);
        await home.loginButton().click();
        await expect(auth.login).toBeVisible();
        await takeScreenshot(page, 'login');
        await auth.submitLogin();
        await auth.expectError('Email', 'Email is required');
        await auth.goToRegister();
        await takeScreenshot(page, 'register');
        await auth.submitSignUp();
        await auth.expectError('Name', 'Name is required');
        await takeScreenshot(page, 'register-errors');
        await page.goto('/nowhere');
        await takeScreenshot(page, 'not-found');
      });

      test.describe('member', () => {
        test.use({ signedIn: true });

        test('payment', async ({
          buy,
          catalogue,
          chat,
          consoleGuard,
          member,
          model,
          page,
          payment,
        }) => {
          consoleGuard.allow(/status of 403/, /The message was refused/);
          await page.goto('/chats/cleopatra');
          await expect(payment.lockedPage.getByRole('navigation')).toBeVisible();
          await takeScreenshot(page, 'payment-locked-page');
          await payment.startInChat();
          await takeScreenshot(page, 'payment-sandbox-window');
          await payment.window.fail();
          await expect(payment.failedToast).toBeVisible();
          await takeScreenshotWithToast(page, 'payment-failed');
          await payment.dismissFailure();
          let releaseVerification: () => void = () => undefined;
          await page.route('**/api/purchase/verify', (route) => {
            releaseVerification = () => void route.fallback();
          });
          await payment.startInChat();
          const verifyRequest = page.waitForRequest('**/api/purchase/verify');
          await payment.window.pay();
          await verifyRequest;
          await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
          await takeScreenshot(page, 'payment-processing');
          releaseVerification();
          await expect(payment.successModal).toBeVisible();
          await payment.toast('Payment successful!').getByRole('button').click();
          await takeScreenshot(page, 'payment-success');
          await payment.successModal.getByText('Transaction Details').click();
          await takeScreenshot(page, 'payment-success-details');
          await page.unrouteAll({ behavior: 'wait' });
          await payment.closeSuccess();
          await catalogue.open('?categories=socrates');
          await catalogue.link('Socrates').click();
          await expect(
            catalogue.modal('Socrates').getByRole('button', { name: /Unlock this/ }),
          ).toBeVisible();
          await takeScreenshot(page, 'payment-locked-modal');
          await buy(1, 'socrates');
          await model.answerWith({ pieces: replyPieces });
          await chat.open('socrates');
          await chat.send('What do you know?');
          await chat.expectNoRunningReply();
          await member.refundLastOrder();
          await chat.send('And what of it?').catch(() => undefined);
          await expect(chat.composer).toBeDisabled();
          await takeScreenshot(page, 'payment-notice');
          if (width === '390') {
            await page.getByRole('button', { name: 'Show chats' }).click();
            await takeScreenshot(page, 'payment-sidebar');
          }
        });

        test('voice settings', async ({ account, member, page, server }) => {
          const voice = page.getByRole('region', { name: 'Voice' });
          await account.openSettings('Profile');
          await voice.getByText(/^Your browser reads/).scrollIntoViewIfNeeded();
          await takeScreenshot(page, 'voice-settings-browser', true);
          // An open page would log errors while the server is down.
          await page.goto('about:blank');
          await server.restart({ COLLOQUY_TTS_COMMAND: 'espeak-ng' });
          for (const slug of ['socrates', 'marcus-aurelius', 'ada-lovelace', 'frida-kahlo']) {
            await member.openChat(slug);
          }
          await account.openSettings('Profile');
          for (const count of [1, 2]) {
            await voice.getByRole('button', { name: 'Use this voice' }).click();
            await expect(voice.getByRole('listitem')).toHaveCount(count);
          }
          await expect(page.locator('.toast')).toHaveCount(0);
          await takeScreenshot(page, 'voice-settings', true);
        });

        test('chat', async ({ chat, member, model, page }) => {
          for (const slug of ['marcus-aurelius', 'jane-austen', 'frida-kahlo']) {
            await member.openChat(slug);
          }
          await chat.open();
          await takeScreenshot(page, 'chat-greeting');
          await model.answerWith({ pieces: replyPieces });
          await chat.send(question);
          await expect(chat.suggestions).toHaveCount(3);
          await takeScreenshot(page, 'chat-idle');
          await model.answerWith({
            pieces: [...replyPieces, ...replyPieces],
            fault: { kind: 'hang', after: 5 },
          });
          await chat.sendAndAwait('And what would it weave first?', 'carry the result back');
          await takeScreenshot(page, 'chat-streaming');
          await chat.stopButton.click();
          await chat.expectNoRunningReply();
          await model.answerWith({ pieces: replyPieces, fault: { kind: 'cut', after: 3 } });
          await chat.send('Please go on.');
          await expect(chat.retryButton).toBeVisible();
          await takeScreenshot(page, 'chat-broken');
          await model.answerWith({ fault: { kind: 'status', status: 401 } });
          await chat.retryButton.click();
          await chat.expectNoRunningReply();
          await expect(chat.retryButton).toBeVisible();
          await takeScreenshot(page, 'chat-failed');
          await page.goto('/chats/cleopatra');
          await expect(chat.composer).toBeDisabled();
          await takeScreenshot(page, 'chat-locked');
          if (width === '390') {
            await page.getByRole('button', { name: 'Show chats' }).click();
            await takeScreenshot(page, 'chat-sidebar');
          }
        });
      });

      test.describe('demo', () => {
        test.use({ signedIn: true, withModel: false, memberName: 'Mary' });

        test('chat', async ({ chat, member, page }) => {
          for (const slug of ['marcus-aurelius', 'frida-kahlo', 'jane-austen']) {
            await member.openChat(slug);
          }
          await chat.open();
          for (const line of [question, 'Could a machine compose music?']) {
            await chat.send(line);
            await chat.expectNoRunningReply();
          }
          await expect(chat.suggestions).not.toHaveCount(0);
          await chat.composer.blur();
          await takeScreenshot(page, 'chat-demo');
        });
      });
    });
  }
}
