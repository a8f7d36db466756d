import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { blockApi, changeHomeSections } from '../support/home-content.ts';

const readSavedSettings = (page: Page) => page.evaluate(() => localStorage.getItem('web_settings'));

test('a full-screen spinner locks the scroll while the content loads', async ({ home, page }) => {
  let releaseSettings = () => {};
  const settingsGate = new Promise<void>((resolve) => {
    releaseSettings = resolve;
  });
  await page.route('**/api/admin/web-settings', async (route) => {
    await settingsGate;
    await route.continue();
  });
  await page.goto('/');
  await expect(home.spinner).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  releaseSettings();
  await expect(home.stamps()).toHaveCount(6);
  await expect(home.spinner).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
});

const sectionSelectors: [string, string][] = [
  ['home_banner', '.hero'],
  ['profile_cards', '.stamp-row'],
  ['action_figures', '.tiles'],
  ['explore_characters', '#explore-characters'],
  ['explore_categories', '.categories'],
  ['feeds', '.feed-row'],
  ['accordions', '.accordion'],
];

// rule home-section-active
test('an inactive section is hidden, and the others are shown', async ({ home, page }) => {
  for (const [hiddenKey] of sectionSelectors) {
    await page.unrouteAll();
    await changeHomeSections(page, (section) =>
      section.section_key === hiddenKey ? { ...section, is_active: 0 } : section,
    );
    await page.goto('/');
    await expect(home.heading('Who will you talk to first?')).toBeVisible();
    for (const [key, selector] of sectionSelectors) {
      await expect(page.locator(selector), `${key} without ${hiddenKey}`).toHaveCount(
        key === hiddenKey ? 0 : 1,
      );
    }
  }
});

// rule home-fallback
test.describe('when the server cannot be reached', () => {
  test.beforeEach(({ consoleGuard }) => {
    consoleGuard.allow(/ERR_CONNECTION_REFUSED/, /could not be fetched/, /Auth check failed/);
  });

  test('the saved copy is shown', async ({ home, page }) => {
    await changeHomeSections(page, (section) =>
      section.section_key === 'home_banner' ? { ...section, title: 'Seen yesterday' } : section,
    );
    await home.open();
    await expect(home.heading('Seen yesterday')).toBeVisible();
    await page.unrouteAll();
    await blockApi(page);
    const settingsBefore = await readSavedSettings(page);
    await page.reload();
    await expect(home.heading('Seen yesterday')).toBeVisible();
    await expect(home.stamps()).toHaveCount(6);
    await expect(home.footer.getByRole('link', { name: 'Royalty' })).toBeVisible();
    expect(await readSavedSettings(page)).toBe(settingsBefore);
  });

  test('a first visit sees the built-in sample, which is saved', async ({ home, page }) => {
    await blockApi(page);
    await home.open();
    await expect(home.heading('Two thousand years of good conversation')).toBeVisible();
    await expect(home.stamps()).toHaveCount(6);
    await expect(home.footer).toContainText('You must be 18');
    await expect(home.spinner).toHaveCount(0);
    expect(await readSavedSettings(page)).toContain('home_banner');
  });

  test('a damaged saved copy is replaced by the sample', async ({ home, page }) => {
    await page.addInitScript(() => localStorage.setItem('web_settings', '[{"section_key": 7}]'));
    await blockApi(page);
    await home.open();
    await expect(home.heading('Two thousand years of good conversation')).toBeVisible();
  });
});
