import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

const voiceRegion = (page: Page) => page.getByRole('region', { name: 'Voice' });
const selectField = (page: Page, name: string) =>
  voiceRegion(page).getByRole('combobox', { name, exact: true });
const speakSwitch = (page: Page) =>
  voiceRegion(page).getByRole('switch', { name: 'Speak replies' });

/** Runs `press`, which saves the settings, and waits until the save has succeeded. */
async function pressAndAwaitSave(page: Page, press: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/user/voice') && response.request().method() === 'PATCH',
  );
  await press();
  expect((await answer).status()).toBe(200);
}

// rules voice-settings-save, voice-settings-server, voice-settings-characters
test('the voice is chosen by keyboard, and kept for other tabs and after a reload', async ({
  account,
  context,
  member,
  page,
  server,
}) => {
  await server.restart({ COLLOQUY_TTS_COMMAND: 'espeak-ng' });
  for (const slug of ['marcus-aurelius', 'ada-lovelace']) await member.openChat(slug);
  await account.openSettings('Profile');
  await expect(voiceRegion(page).getByText("5,000 of this month's 5,000 letters")).toBeVisible();
  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await expect(speakSwitch(otherPage)).toBeVisible();

  await speakSwitch(page).focus();
  await pressAndAwaitSave(page, () => page.keyboard.press('Space'));
  await expect(speakSwitch(page)).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(selectField(page, 'Playback speed')).toBeFocused();
  await pressAndAwaitSave(page, () => page.keyboard.press('ArrowDown'));
  await expect(selectField(page, 'Playback speed')).toHaveValue('1.25');
  await page.keyboard.press('Tab');
  await expect(selectField(page, 'Spoken language')).toBeFocused();
  await pressAndAwaitSave(page, () => page.keyboard.type('Deutsch'));
  await expect(selectField(page, 'Spoken language')).toHaveValue('de-DE');
  await page.keyboard.press('Tab');
  await expect(selectField(page, 'Character')).toBeFocused();
  await expect(selectField(page, 'Character').locator('option:checked')).toHaveText('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await pressAndAwaitSave(page, () => page.keyboard.press('Enter'));
  await expect(selectField(page, 'Voice of Ada Lovelace')).toHaveValue('female-2');
  await expectAccessible(page);

  // The other tab shows older settings. Its save changes the speed only.
  await pressAndAwaitSave(otherPage, () =>
    selectField(otherPage, 'Playback speed').selectOption('2'),
  );
  for (const tab of [page, otherPage]) {
    await tab.reload();
    await expect(speakSwitch(tab)).toBeChecked();
    await expect(selectField(tab, 'Playback speed')).toHaveValue('2');
    await expect(selectField(tab, 'Spoken language')).toHaveValue('de-DE');
    await expect(selectField(tab, 'Voice of Ada Lovelace')).toHaveValue('female-2');
  }

  const removeButton = voiceRegion(page).getByRole('button', {
    name: 'Remove the voice of Ada Lovelace',
  });
  await removeButton.focus();
  await pressAndAwaitSave(page, () => page.keyboard.press('Enter'));
  await expect(removeButton).toBeHidden();
  await expect(
    voiceRegion(page).getByRole('heading', { name: 'Voices of characters' }),
  ).toBeFocused();
  await page.reload();
  await expect(selectField(page, 'Character')).toBeVisible();
  await expect(removeButton).toBeHidden();
});

// rule voice-settings-save
test('a choice that is not saved is put back', async ({ account, consoleGuard, page }) => {
  consoleGuard.allow(/status of 500/);
  await account.openSettings('Profile');
  await expect(speakSwitch(page)).not.toBeChecked();
  await page.route('**/api/user/voice', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: {} })
      : route.fallback(),
  );
  await speakSwitch(page).click();
  await expect(
    page.getByText('Your voice settings could not be saved. Please try again.'),
  ).toBeVisible();
  await expect(speakSwitch(page)).not.toBeChecked();
  await page.unroute('**/api/user/voice');
  await page.reload();
  await expect(speakSwitch(page)).not.toBeChecked();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    // rules voice-settings-server, voice-settings-characters
    test('the part fits a phone, with and without a voice of the server', async ({
      account,
      member,
      page,
      server,
    }) => {
      await page.setViewportSize(phone);
      await account.openSettings('Profile');
      await expect(voiceRegion(page).getByText(/^Your browser reads the replies/)).toBeVisible();
      await expect(voiceRegion(page).getByText('Voices of characters')).toBeHidden();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      // An open page would log errors while the server is down.
      await page.goto('about:blank');
      await server.restart({ COLLOQUY_TTS_COMMAND: 'espeak-ng' });
      await member.openChat('ada-lovelace');
      await account.openSettings('Profile');
      await pressAndAwaitSave(page, () =>
        voiceRegion(page).getByRole('button', { name: 'Use this voice' }).click(),
      );
      await expect(selectField(page, 'Voice of Ada Lovelace')).toBeVisible();
      await expectAccessible(page);
      await page.setViewportSize(narrowPhone);
      await expectNoSidewaysScroll(page);
    });
  });
}
