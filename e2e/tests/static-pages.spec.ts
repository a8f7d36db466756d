import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

/** Addresses and titles of the static pages; the last field says whether the page has a date. */
const staticPages: [string, string, boolean][] = [
  ['/copyright', 'Copyright Policy', true],
  ['/privacy-policy', 'Privacy Policy', true],
  ['/refund-policy', 'Refund Policy', true],
  ['/terms-of-use', 'Terms of Use', true],
  ['/about', 'About Us', false],
  ['/contact-us', 'Contact Us', false],
  ['/user-agreement', 'User Agreement', true],
  ['/community-guide', 'Community Guidelines', false],
  ['/knowledge-base', 'Knowledge Base', false],
];

/** Pages with different layouts. Accessibility on a phone is checked for these pages only. */
const layoutSamplePaths = [
  '/privacy-policy',
  '/contact-us',
  '/knowledge-base',
  '/about',
  '/nowhere',
];

// rules content-static-pages, content-legal-pages
test('every static page has a header, a text and a footer', async ({ page }) => {
  for (const [path, title, hasDate] of staticPages) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} | Colloquy`);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(page.locator('main p').first()).not.toBeEmpty();
    await expect(page.getByText(/^Effective \d+ \w{3} \d{4}$/)).toHaveCount(hasDate ? 1 : 0);
    if (path === '/privacy-policy') {
      await expect(page.getByText('Effective 7 Jul 2025')).toBeVisible();
    }
  }
});

test('the user agreement links to the privacy policy', async ({ page }) => {
  await page.goto('/user-agreement');
  await page.getByRole('article').getByRole('link', { name: 'Privacy Policy' }).first().click();
  await expect(page).toHaveURL('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

test('the list beside the text links to the other pages', async ({ page }) => {
  await page.goto('/terms-of-use');
  const list = page.getByRole('navigation', { name: 'Pages' });
  await expect(list.locator('[aria-current]')).toHaveText('Terms of Use');
  await list.getByRole('link', { name: 'Refund Policy' }).click();
  await expect(page).toHaveURL('/refund-policy');
  await expect(list.locator('[aria-current]')).toHaveText('Refund Policy');
  await page.getByRole('main').getByRole('link', { name: 'Contact Us' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
});

// rule look-scroll-top
test('a new page starts at the top, and a long one has a back-to-top button', async ({ page }) => {
  await page.goto('/terms-of-use');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const up = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }));
  await expect(up).toHaveCount(0);
  await page.evaluate(() => window.scrollTo({ top: 301, behavior: 'instant' }));
  await up.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('an unknown address shows the not-found page', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 404.*nowhere/);
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nobody speaks on this page');
  await page.getByRole('main').getByRole('link', { name: 'Meet the Characters' }).click();
  await expect(page).toHaveURL('/characters');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the pages are accessible', async ({ page, consoleGuard }) => {
  consoleGuard.allow(/status of 404.*nowhere/);
  for (const path of [...staticPages.map(([address]) => address), '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(phone);
    // The other pages differ in their text only.
    if (layoutSamplePaths.includes(path)) await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ ...narrowPhone, height: 844 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 844 });
  }
});
