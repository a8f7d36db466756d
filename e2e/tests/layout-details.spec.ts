import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

test.describe('320 px wide', () => {
  test.use({ viewport: narrowPhone });

  for (const address of ['/', '/characters']) {
    test(`no stamp of ${address} is wider than its column`, async ({ page }) => {
      await page.goto(address);
      await expect(page.locator('.stamp-grid .stamp').first()).toBeVisible();
      const findWideStamps = () =>
        page.locator('.stamp-grid').evaluateAll((grids) =>
          grids.flatMap((grid) => {
            const [column = ''] = getComputedStyle(grid).gridTemplateColumns.split(' ');
            const maxWidth = Number.parseFloat(column) + 1;
            return [...grid.querySelectorAll('.stamp')]
              .filter((stamp) => {
                const overflowsInside = stamp.scrollWidth > stamp.clientWidth + 1;
                return overflowsInside || stamp.getBoundingClientRect().width > maxWidth;
              })
              .map((stamp) => stamp.textContent);
          }),
        );
      // Rows are laid out when they come near the viewport.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < height; y += 600) {
        await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      expect(await findWideStamps()).toEqual([]);
      await expectNoSidewaysScroll(page);
    });
  }
});

test('the capitals of LOGIN are in the middle of their button', async ({ home, page }) => {
  await home.open();
  await page.evaluate(() => document.fonts.ready);
  const centreOffset = await home.loginButton().evaluate((button) => {
    const textRange = document.createRange();
    textRange.selectNodeContents(button);
    const [inner, outer] = [textRange.getBoundingClientRect(), button.getBoundingClientRect()];
    return inner.top + inner.bottom - outer.top - outer.bottom;
  });
  expect(Math.abs(centreOffset)).toBeLessThan(1);
});

test('the focus ring is drawn around the stamp', async ({ catalogue, page }) => {
  await catalogue.open();
  await catalogue.tab('Browse by Category').focus();
  await page.keyboard.press('Tab');
  const link = catalogue.stamps().first().getByRole('link');
  for (let presses = 0; presses < 4; presses += 1) {
    if (await link.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(link).toBeFocused();
  expect(await link.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
  const focusRing = await link.evaluate((element) => {
    const { outlineStyle, outlineWidth, width } = getComputedStyle(element, '::after');
    return { outlineStyle, outlineWidth, width: Number.parseFloat(width) };
  });
  expect(focusRing).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' });
  const stampBox = await catalogue.stamps().first().boundingBox();
  expect(Math.abs(focusRing.width - (stampBox?.width ?? 0))).toBeLessThan(2);
});

test('the headings of a tag skip no level', async ({ catalogue, page }) => {
  await page.goto('/tags/?isActive=0&tagName=poetry');
  await expect(catalogue.stamps().first()).toBeVisible();
  const headingLevels = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  for (const [at, level] of headingLevels.entries()) {
    expect(level - (headingLevels[at - 1] ?? 0), `heading ${at}`).toBeLessThanOrEqual(1);
  }
});

for (const [device, viewport] of Object.entries({
  desktop,
  phone,
})) {
  test.describe(`a toast on a ${device}`, () => {
    test.use({ viewport, signedIn: true });

    test('does not cover the chat header, and can be dismissed', async ({ chat, page }) => {
      await chat.open();
      await page.evaluate(() => navigator.clipboard.writeText('').catch(() => undefined));
      await page.getByRole('button', { name: 'Copy' }).first().click();
      const toast = page.locator('.toast');
      await expect(toast).toBeVisible();
      await toast.hover();
      await page.waitForTimeout(2500);
      const toastBox = await toast.boundingBox();
      const chatHeadBox = await page.locator('.chat-head').boundingBox();
      expect(toastBox?.y ?? 0).toBeGreaterThanOrEqual(
        (chatHeadBox?.y ?? 0) + (chatHeadBox?.height ?? 0),
      );
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toHaveCount(0);
    });
  });
}

/** Counts the horizontal lines that cross one column of a picture's pixels. */
async function countLines(page: Page, picture: Buffer, column: number): Promise<number> {
  return page.evaluate(
    async ([bytes, x]) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas.');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(x, 0, 1, image.height);
      const colours = Array.from({ length: image.height }, (_, y) =>
        data.slice(y * 4, y * 4 + 3).join(),
      );
      const backgroundColour = colours[8];
      return colours.filter(
        (one, y) => one !== backgroundColour && colours[y - 1] === backgroundColour,
      ).length;
    },
    [[...picture], column] as const,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`empty pages, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('an empty page has ruled lines', async ({ catalogue, page }) => {
      await page.goto('/characters?categories=zaphodx');
      await expect(catalogue.emptyText).toBeVisible();
      const emptyPage = page.locator('.empty');
      const box = await emptyPage.boundingBox();
      if (!box) throw new Error('The empty page is not drawn.');
      const lineCount = await countLines(page, await emptyPage.screenshot(), 30);
      expect(lineCount).toBeGreaterThanOrEqual(Math.floor(box.height / 28));
    });
  });
}
