import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

test.describe('wide', () => {
  test.use({ viewport: desktop });

  test('groups by category, with five of each and more by a button', async ({ catalogue }) => {
    await catalogue.open();
    await expect(catalogue.tab('Browse by Category')).toHaveAttribute('aria-selected', 'true');
    await expect(catalogue.groups()).toHaveCount(24);
    const royalty = catalogue.group('Royalty');
    await expect(royalty.locator('article')).toHaveCount(5);
    await royalty.getByRole('button', { name: 'Show more' }).click();
    await expect(royalty.locator('article')).not.toHaveCount(5);
    const showLessButton = royalty.getByRole('button', { name: 'Show less' });
    await expect(showLessButton).toBeFocused();
    await showLessButton.click();
    await expect(royalty.locator('article')).toHaveCount(5);
  });

  test('groups by letter, operated by keyboard', async ({ catalogue, page }) => {
    await catalogue.open();
    await catalogue.tab('Browse by Category').focus();
    await page.keyboard.press('ArrowRight');
    await expect(catalogue.tab('Browse by Name')).toBeFocused();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Letter in "A"');
    await page.keyboard.press('Home');
    await expect(catalogue.group('Royalty')).toBeVisible();
  });

  // rule catalogue-search-wait
  test('a search waits 300 ms, makes one request, and can be cleared', async ({
    catalogue,
    page,
  }) => {
    await catalogue.open();
    const searches: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/characters/groups') searches.push(searchParams.get('search') ?? '');
    });
    await catalogue.search.pressSequentially('zaphodx', { delay: 20 });
    await expect(catalogue.emptyText).toBeVisible();
    expect(searches).toEqual(['zaphodx']);
    await expect(page.locator('[aria-live]', { hasText: 'No characters found.' })).toBeAttached();
    await catalogue.clearButton.click();
    await expect(catalogue.search).toBeFocused();
    await expect(catalogue.groups()).toHaveCount(24);
    await expect(page).toHaveURL('/characters');
  });

  test('a category of the footer fills the search; Back and a reload restore a search', async ({
    catalogue,
    page,
    profile,
  }) => {
    await catalogue.open();
    // A click would scroll to the footer, which moves because rows get their real heights while scrolling.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Royalty' }).press('Enter');
    await expect(catalogue.search).toHaveValue('Royalty');
    await expect(catalogue.groups()).toHaveCount(1);
    await catalogue.search.fill('cleop');
    await expect(page).toHaveURL('/characters?categories=cleop');
    await catalogue.tab('Browse by Name').click();
    await expect(catalogue.group('Letter in "C"')).toBeVisible();
    await page.reload();
    await expect(catalogue.search).toHaveValue('cleop');
    await expect(catalogue.tab('Browse by Name')).toHaveAttribute('aria-selected', 'true');
    await catalogue.link('Cleopatra VII').click();
    await catalogue.modal('Cleopatra VII').getByRole('link', { name: 'View profile' }).click();
    await expect(profile.heading()).toHaveText('Cleopatra VII');
    await page.goBack();
    await expect(catalogue.search).toHaveValue('cleop');
    await expect(catalogue.tab('Browse by Name')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await expect(profile.heading()).toHaveText('Cleopatra VII');
    // Goes back twice before the next frame.
    await page.evaluate(() => {
      window.history.back();
      window.history.back();
    });
    await expect(page).toHaveURL('/characters');
    await expect(catalogue.search).toHaveValue('');
  });

  test('a misspelt name finds its character first, above the categories', async ({
    catalogue,
    page,
  }) => {
    await catalogue.open('?categories=king%20of%20france');
    await expect(catalogue.groups().first()).toHaveAccessibleName('Best match');
    await expect(catalogue.group('Best match')).toContainText('Louis XIV');
    await catalogue.search.fill('ghandi');
    await expect(page).toHaveURL('/characters?categories=ghandi');
    await expect(catalogue.stamps().first()).toContainText('Mahatma Gandhi');
    await catalogue.search.fill('lincon');
    await expect(catalogue.stamps().first()).toContainText('Abraham Lincoln');
    await catalogue.search.fill('zaphodx');
    await expect(catalogue.emptyText).toBeVisible();
  });

  test('tags ignore capitals, and an unknown tag has a message', async ({ catalogue, page }) => {
    await page.goto('/tags?tagName=Poetry');
    await expect(page).toHaveURL('/tags/?isActive=0&tagName=poetry');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('poetry');
    await expect(page.getByRole('link', { name: 'poetry', exact: true })).toHaveCount(0);
    await expect(catalogue.stamps().first()).toBeVisible();
    await page.goto('/tags?tagName=nobodyhasit');
    await expect(page.getByText('Nobody in the album carries this tag.')).toBeVisible();
  });

  test('a failed request is shown, with a retry', async ({
    catalogue,
    consoleGuard,
    context,
    page,
  }) => {
    consoleGuard.allow(/ERR_INTERNET_DISCONNECTED|Character search failed/);
    await catalogue.open();
    await context.setOffline(true);
    await catalogue.search.fill('cleop');
    await expect(catalogue.emptyText).toBeVisible();
    await expect(page.getByText('The album could not be opened.')).toBeVisible();
    await context.setOffline(false);
    await expect(catalogue.link('Cleopatra VII')).toBeVisible();
  });

  test('the modal traps the focus and returns it', async ({ catalogue, page }) => {
    await catalogue.open('?categories=Ada%20Lovelace');
    await catalogue.link('Ada Lovelace').focus();
    await page.keyboard.press('Enter');
    const modal = catalogue.modal('Ada Lovelace');
    await expect(modal).toBeVisible();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(modal.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(modal).toHaveCount(0);
    await expect(catalogue.link('Ada Lovelace')).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the sixth cell of a group shows more, and closes the group', async ({ catalogue }) => {
    await catalogue.open();
    const royalty = catalogue.group('Royalty');
    const moreButton = royalty.locator('.more-button');
    await expect(moreButton).toContainText(/^Show more\d+ more in this category$/);
    await moreButton.click();
    await expect(royalty.locator('article').nth(5).getByRole('link')).toBeFocused();
    await moreButton.click();
    await expect(royalty.locator('article')).toHaveCount(5);
    await expect(royalty.getByRole('heading', { name: 'Royalty' })).toBeInViewport();
  });

  test('Back closes the modal, then leaves the page', async ({ catalogue, home, page }) => {
    await home.open();
    await page.getByRole('link', { name: 'Meet the Characters' }).first().click();
    await expect(catalogue.stamps().first()).toBeVisible();
    await catalogue.link('Ada Lovelace').first().click();
    await expect(catalogue.modal('Ada Lovelace')).toBeVisible();
    await page.goBack();
    await expect(catalogue.modal('Ada Lovelace')).toHaveCount(0);
    await expect(page).toHaveURL('/characters');
    await catalogue.link('Ada Lovelace').first().click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(catalogue.modal('Ada Lovelace')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });
});

for (const [device, viewport] of Object.entries({
  desktop,
  phone,
  narrow: narrowPhone,
})) {
  test.describe(device, () => {
    test.use({ viewport, payments: 'sandbox' });

    // rule look-accessible
    test('is accessible', async ({ catalogue, page }) => {
      // At 320 px the layout is that of a phone.
      const expectAccessibleLayout = async () => {
        if (device !== 'narrow') await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      };
      await catalogue.open();
      await expectAccessibleLayout();
      await catalogue.open('?categories=cleopatra');
      await catalogue.link('Cleopatra VII').click();
      await expect(catalogue.modal('Cleopatra VII')).toContainText('The whole room');
      await expectAccessibleLayout();
      await page.goto('/characters?categories=zaphodx');
      await expect(catalogue.emptyText).toBeVisible();
      await expectAccessibleLayout();
      await page.goto('/tags/?isActive=0&tagName=stoicism');
      await expect(catalogue.link('Marcus Aurelius')).toBeVisible();
      await expectAccessibleLayout();
    });
  });
}
