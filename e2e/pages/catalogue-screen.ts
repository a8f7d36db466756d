import { expect, type Locator, type Page } from '@playwright/test';

/** The catalogue: search, tabs, groups. */
export class CatalogueScreen {
  private readonly page: Page;
  readonly search: Locator;
  readonly clearButton: Locator;
  readonly emptyText: Locator;

  constructor(page: Page) {
    this.page = page;
    this.search = page.getByRole('searchbox', { name: 'Search Characters or Categories' });
    this.clearButton = page.getByRole('search').getByRole('button', { name: 'Clear search' });
    this.emptyText = page.locator('.empty').getByText('No characters found.');
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/characters${search}`);
    await expect(this.stamps().first()).toBeVisible();
  }

  stamps(): Locator {
    return this.page.getByRole('main').locator('article.stamp');
  }

  groups(): Locator {
    return this.page.getByRole('main').locator('section.group');
  }

  group(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  tab(name: 'Browse by Category' | 'Browse by Name'): Locator {
    return this.page.getByRole('tab', { name });
  }

  link(name: string): Locator {
    return this.stamps().getByRole('link', { name, exact: true }).first();
  }

  modal(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }
}
