import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { changeHomeSections, type Section } from '../support/home-content.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

const longName =
  'Maximiliana Wilhelmina von und zu Hohenschwangau-Überlingen, called the Unpronounceable';
const unbreakableName =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

interface NamedItem {
  name: string;
}

/** Returns the section with very long names and texts. */
function withLongTexts(section: Section): Section {
  const sectionMetadata = { ...(section['meta_data'] as Record<string, unknown>) };
  const rename = (one: NamedItem, at: number) => ({
    ...one,
    name: at % 2 ? unbreakableName : longName,
  });
  for (const list of ['characters', 'categories'])
    if (Array.isArray(sectionMetadata[list]))
      sectionMetadata[list] = (sectionMetadata[list] as NamedItem[]).map(rename);
  if (section.section_key === 'action_figures') {
    sectionMetadata['items'] = (sectionMetadata['items'] as NamedItem[]).map((one, at) => ({
      ...rename(one, at),
      description: `${longName}. ${longName}. ${longName}.`,
      subDescription: unbreakableName,
    }));
  }
  return {
    ...section,
    title: section.title && `${section.title} ${unbreakableName}`,
    meta_data: sectionMetadata,
  };
}

for (const width of [desktop.width, phone.width, narrowPhone.width]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('the longest names fit', async ({ home, page }) => {
      await changeHomeSections(page, withLongTexts);
      await home.open();
      await expectNoSidewaysScroll(page);
      const overflowingBoxes = await page
        .locator('.tile, .hero, .stamp, .category')
        .evaluateAll((boxes) =>
          boxes
            .filter((box) => box.scrollHeight > box.clientHeight + 1)
            .map((box) => `${box.className}: ${box.scrollHeight} in ${box.clientHeight}`),
        );
      expect(overflowingBoxes).toEqual([]);
      const button = home.banner.getByRole('link', { name: 'Meet the Characters' });
      await expect(button).toBeVisible();
    });
  });
}

test('missing pictures do not change the layout', async ({ consoleGuard, home, page }) => {
  consoleGuard.allow(/ERR_FAILED/);
  await page.route('**/portraits/**', (route) => route.abort());
  await home.open();
  const card = await home.cards.getByRole('article').first().boundingBox();
  expect(card?.height).toBeGreaterThan(330);
  const categoryImage = home.category('Royalty').locator('img');
  await categoryImage.scrollIntoViewIfNeeded();
  const box = await categoryImage.boundingBox();
  expect([box?.width, box?.height]).toEqual([48, 48]);
  // Without a video there is no pause button.
  await expect(home.banner.getByRole('button')).toHaveCount(0);
});

test('without a banner the header is in the flow, and the page has a first heading', async ({
  home,
  page,
}) => {
  await changeHomeSections(page, (section) =>
    section.section_key === 'home_banner' ? { ...section, is_active: 0 } : section,
  );
  await home.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Colloquy');
  const header = await page.getByRole('banner').boundingBox();
  const cards = await home.cards.boundingBox();
  expect(cards?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await expectAccessible(page);
});

test('sections without content leave no gap', async ({ home, page }) => {
  await changeHomeSections(page, (section) =>
    ['profile_cards', 'action_figures', 'accordions'].includes(section.section_key)
      ? { ...section, meta_data: {} }
      : section,
  );
  await home.open();
  for (const selector of ['.stamp-row', '.tiles', '.accordion'])
    await expect(page.locator(selector)).toHaveCount(0);
  const bannerBox = await home.banner.boundingBox();
  const firstTalkBox = await page.locator('.first-talk').boundingBox();
  expect((firstTalkBox?.y ?? 0) - ((bannerBox?.y ?? 0) + (bannerBox?.height ?? 0))).toBeLessThan(
    120,
  );
});

test('choosing a category again shows the explored characters again', async ({ home, page }) => {
  await home.open();
  await home.category('Royalty').click();
  await expect(home.explored.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(home.stamp('Ada Lovelace')).toHaveCount(0);
  await expect(home.explored.getByRole('article').first()).toBeVisible();
  // Tab moves from the focused heading to the characters of the category.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(home.explored.locator(':focus')).toHaveCount(1);
  await home.category('Royalty').click();
  await expect(home.stamp('Ada Lovelace')).toBeVisible();
  await expect(home.explored.getByRole('heading', { level: 2 })).toHaveText('Explore characters');
});

test('the picture beside the questions links to its character', async ({ home, page }) => {
  await home.open();
  await page.locator('.accordion').getByRole('link', { name: 'Mansa Musa' }).click();
  await expect(home.modal('Mansa Musa')).toBeVisible();
});
