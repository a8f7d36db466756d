import { expect, type Locator, type Page } from '@playwright/test';

/** The home page and its header. */
export class HomeScreen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await expect(this.stamps().first()).toBeVisible();
  }

  /** The section of explored characters, whose CHAT buttons open the chat. */
  get explored(): Locator {
    return this.page.locator('#explore-characters');
  }

  /** The row of stamps under the banner. The CHAT buttons of these stamps open the character modal. */
  get cards(): Locator {
    return this.page.getByRole('region', { name: 'People to begin with' });
  }

  stamps(): Locator {
    return this.explored.getByRole('article');
  }

  stamp(name: string): Locator {
    return this.stamps().filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  /** Clicks on the picture in a character's stamp, which opens the character modal. */
  async openStamp(name: string): Promise<void> {
    await this.stamp(name).click({ position: { x: 80, y: 80 } });
  }

  /** Clicks on a tile, which opens the modal. */
  async openTile(name: string): Promise<void> {
    await this.tiles().filter({ hasText: name }).click();
  }

  /** Clicks on a category, so that the section `explored` shows the characters of the category. */
  async chooseCategory(name: string): Promise<void> {
    await this.category(name).click();
    await expect(this.explored.getByRole('heading', { level: 2 })).toHaveText(name);
  }

  chatButton(name: string): Locator {
    return this.explored.getByRole('button', { name: `CHAT with ${name}` });
  }

  /** The heading of one of the page's sections. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** The full-screen spinner. */
  get spinner(): Locator {
    return this.page.getByRole('status').filter({ hasText: 'Loading' });
  }

  get banner(): Locator {
    return this.page.locator('.hero');
  }

  tiles(): Locator {
    return this.page.locator('.tile');
  }

  category(name: string): Locator {
    return this.page.getByRole('listitem').getByRole('button', { name });
  }

  /** The row of articles. */
  get feed(): Locator {
    return this.page.getByRole('region', { name: 'The Feed' });
  }

  questions(): Locator {
    return this.page.locator('.accordion').getByRole('button');
  }

  /** The answers that are open in the accordions. */
  openAnswers(): Locator {
    return this.page.locator('.accordion__body:visible');
  }

  get footer(): Locator {
    return this.page.getByRole('contentinfo');
  }

  modal(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
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
