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

  stamps(): Locator {
    return this.page.getByRole('article');
  }

  stamp(name: string): Locator {
    return this.stamps().filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  chatButton(name: string): Locator {
    return this.page.getByRole('button', { name: `CHAT with ${name}` });
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
