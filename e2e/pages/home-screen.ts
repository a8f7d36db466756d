import { expect, type Locator, type Page } from '@playwright/test';

/** The home page and the header that lies over it. */
export class HomeScreen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await expect(this.stamps().first()).toBeVisible();
  }

  /** The explored characters, whose CHAT opens the chat. */
  get explored(): Locator {
    return this.page.locator('#explore-characters');
  }

  /** The row of stamps under the banner, whose CHAT opens the modal. */
  get cards(): Locator {
    return this.page.getByRole('region', { name: 'People to begin with' });
  }

  stamps(): Locator {
    return this.explored.getByRole('article');
  }

  stamp(name: string): Locator {
    return this.stamps().filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  chatButton(name: string): Locator {
    return this.explored.getByRole('button', { name: `CHAT with ${name}` });
  }

  loginButton(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: 'LOGIN' });
  }

  userMenu(): Locator {
    return this.page.getByRole('button', { name: /: user menu$/ });
  }

  toast(text: string): Locator {
    return this.page.locator('.toast').filter({ hasText: text });
  }
}
