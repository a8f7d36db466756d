import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, phone } from '../support/screen-sizes.ts';

const screens = { desktop, phone };

const talksRegion = (page: Page) => page.getByRole('region', { name: 'Go on talking' });

test.use({ signedIn: true });

for (const [device, viewport] of Object.entries(screens)) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    // rule home-go-on
    test('home shows the last lines, and each leads into its chat', async ({
      home,
      member,
      page,
    }) => {
      for (const slug of ['rumi', 'ada-lovelace', 'socrates', 'cleopatra'])
        await member.openChat(slug);
      await home.open();
      await expect(talksRegion(page).getByRole('listitem')).toHaveCount(3);
      const newestTalk = talksRegion(page).getByRole('link', { name: /^Cleopatra/ });
      await expect(newestTalk).toHaveAccessibleName(/0m ago \S+/);
      const regionTop = (await talksRegion(page).boundingBox())?.y ?? Number.NaN;
      expect(regionTop).toBeLessThan((await home.banner.boundingBox())?.y ?? 0);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
      await expectAccessible(page);
      await newestTalk.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/chats/cleopatra');
      await page.goBack();
      await expect(talksRegion(page).getByRole('listitem')).toHaveCount(3);
      await talksRegion(page).getByRole('link', { name: 'All chats' }).click();
      await expect(page).toHaveURL('/user?section=chats');
    });

    test('the conversations move nothing when they come', async ({ home, member, page }) => {
      await member.openChat('rumi');
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value') as number);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/');
      await expect(talksRegion(page)).toBeVisible();
      await page.waitForLoadState();
      await expect(home.stamps().first()).toBeVisible();
      const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as number[]);
      expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.04);
    });

    test('Chats leads to the newest conversation, without one to the catalogue', async ({
      home,
      member,
      page,
    }) => {
      await home.open();
      await expect(talksRegion(page)).toHaveCount(0);
      const openChats = async () => {
        if (device === 'phone')
          await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: 'Chats' })
          .or(page.getByRole('menuitem', { name: 'Chats' }))
          .filter({ visible: true })
          .click();
      };
      await openChats();
      await expect(page).toHaveURL('/characters');
      await expect(home.toast('No chats yet.')).toBeVisible();
      for (const slug of ['rumi', 'ada-lovelace']) await member.openChat(slug);
      await page.goto('/');
      await openChats();
      await expect(page).toHaveURL('/chats/ada-lovelace');
    });
  });
}

test('home fetches the conversations once, from the served page on', async ({ member, page }) => {
  await member.openChat('rumi');
  const requestedPaths: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requestedPaths.push(pathname + search);
  });
  await page.goto('/');
  await expect(talksRegion(page)).toBeVisible();
  await expect.poll(() => requestedPaths.length).toBeGreaterThan(2);
  expect(requestedPaths.slice(0, 3)).toEqual([
    '/api/admin/web-settings',
    '/api/auth/me',
    '/api/sessions/characterProfile?limit=3',
  ]);
  expect(requestedPaths.filter((path) => path.includes('/sessions/'))).toHaveLength(1);
});
