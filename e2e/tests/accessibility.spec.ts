import type { Locator } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

const screens = { desktop, phone };

for (const [device, viewport] of Object.entries(screens)) {
  test.describe(device, () => {
    test.use({ viewport, payments: 'sandbox' });

    // rule look-accessible
    test('home and both modals are accessible', async ({ auth, home, page }) => {
      await home.open();
      await expectAccessible(page);
      await home.loginButton().click();
      await expect(auth.login).toBeVisible();
      await auth.submitLogin();
      await auth.expectError('Email', 'Email is required');
      await expectAccessible(page);
      await auth.goToRegister();
      await expectAccessible(page);
    });

    test.describe('signed in', () => {
      test.use({ signedIn: true });

      test('home with the open user menu is accessible', async ({ home, page }) => {
        await home.open();
        await home.userMenu().click();
        await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
        await expectAccessible(page);
      });

      test('a chat is accessible idle, during a reply, after a failure and locked', async ({
        chat,
        model,
        page,
      }) => {
        await chat.open();
        await expectAccessible(page);

        await model.answerWith({ pieces: ['**Bold** words.\n\n- one\n- two\n\n`code`'] });
        await chat.send('Show me everything');
        await expect(chat.suggestions).toHaveCount(3);
        await expectAccessible(page);

        await model.answerWith({ count: 300, fault: { kind: 'hang', after: 40 } });
        await chat.sendAndAwait('Count for me', 'word39');
        await expectAccessible(page);
        await chat.stopButton.click();
        await chat.expectNoRunningReply();

        await model.answerWith({ fault: { kind: 'status', status: 401 } });
        await chat.send('And now?');
        await expect(chat.retryButton).toBeVisible();
        await expectAccessible(page);

        await page.goto('/chats/cleopatra');
        await expect(chat.composer).toBeDisabled();
        await expectAccessible(page);
      });

      if (device === 'phone') {
        test('the overlays of a chat are accessible', async ({ chat, page }) => {
          await chat.open();
          await page.getByRole('button', { name: 'Show chats' }).click();
          await expect(page.getByPlaceholder('Search Chat...')).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Show details' }).click();
          await expect(page.getByRole('button', { name: 'Close details' })).toBeVisible();
          await expectAccessible(page);
        });
      }
    });
  });
}

test.describe('320 px wide', () => {
  test.use({ viewport: narrowPhone, signedIn: true, payments: 'sandbox' });

  // rule look-narrow
  test('nothing scrolls sideways', async ({ chat, home, model, page }) => {
    await home.open();
    await expectNoSidewaysScroll(page);
    await model.answerWith({ pieces: [`${'long'.repeat(60)} `, '`code that is wide`'] });
    await chat.open();
    await chat.send(`https://example.org/${'deep/'.repeat(40)}`);
    await expect(chat.suggestions).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expect(chat.log).toHaveJSProperty('scrollWidth', await clientWidth(chat.log));
    await page.goto('/chats/cleopatra');
    await expect(chat.composer).toBeDisabled();
    await expectNoSidewaysScroll(page);
  });

  test('the modals fit the screen', async ({ auth, home, page }) => {
    await page.context().clearCookies();
    await page.addInitScript(() => localStorage.removeItem('token'));
    await home.open();
    await home.loginButton().click();
    await expect(auth.login).toBeVisible();
    await expectNoSidewaysScroll(page);
    await auth.goToRegister();
    await expectNoSidewaysScroll(page);
    await expect(auth.register.getByRole('button', { name: 'SIGNUP' })).toBeInViewport();
  });
});

function clientWidth(element: Locator): Promise<number> {
  return element.evaluate((node) => node.clientWidth);
}

test.describe('reduced motion', () => {
  test.use({ signedIn: true, contextOptions: { reducedMotion: 'reduce' } });

  // rule look-reduced-motion
  test('no animation runs, and replies still stream', async ({ chat, home, model, page }) => {
    const countRunningAnimations = () =>
      page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
      );
    await home.open();
    expect(await countRunningAnimations()).toBe(0);
    await model.answerWith({ count: 2000, every: '30ms' });
    await chat.open();
    await chat.sendAndAwait('Count for me', 'word3');
    expect(await countRunningAnimations()).toBe(0);
    await expect(chat.newestReply()).toContainText('word9');
    await chat.stopButton.click();
    await chat.expectNoRunningReply();
  });
});
