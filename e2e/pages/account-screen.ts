import { expect, type Locator, type Page } from '@playwright/test';

type UploadFile = Exclude<Parameters<Locator['setInputFiles']>[0], string | readonly unknown[]>;

/** The field of the user's picture. */
class PictureField {
  readonly image: Locator;
  readonly input: Locator;
  readonly status: Locator;

  constructor(form: Locator) {
    this.image = form.locator('img');
    this.input = form.getByLabel('Change picture');
    this.status = form.getByRole('status');
  }

  async chooseFile(file: UploadFile): Promise<void> {
    await this.input.setInputFiles(file);
  }
}

/** The account area. */
export class AccountScreen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(section: string): Promise<void> {
    await this.page.goto(`/user?section=${section}`);
  }

  async openSettings(tab: string): Promise<void> {
    await this.open('settings');
    await this.tab(tab).click();
  }

  async expectTitle(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(this.page).toHaveTitle(`${name} | Colloquy`);
  }

  get sidebar(): Locator {
    return this.page.getByRole('complementary', { name: 'Account' });
  }

  get menuButton(): Locator {
    return this.page.getByRole('button', { name: 'Account menu' });
  }

  get drawer(): Locator {
    return this.page.getByRole('dialog', { name: 'Account menu' });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The picture in the form of the profile. */
  get picture(): PictureField {
    return new PictureField(this.page.getByRole('form', { name: 'Profile' }));
  }

  /** A switch of the settings. For a kind of notice it is the switch for the app, not the one for mail. */
  toggle(name: string): Locator {
    return this.page.getByRole('switch', { name }).first();
  }

  /** The switch for mail about a group of notices. */
  mailToggle(name: string): Locator {
    return this.page.getByRole('list', { name: 'By email, too' }).getByRole('switch', { name });
  }

  /** The row of a notice. */
  notice(title: string): Locator {
    return this.page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: title });
  }

  /** The rows of the sessions. */
  sessions(): Locator {
    return this.page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
  }

  async expectError(field: string, text: string): Promise<void> {
    await expect(this.field(field)).toHaveAccessibleDescription(text);
  }
}
