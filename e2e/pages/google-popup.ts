import type { Locator, Page } from '@playwright/test';

/** The popup of Continue with Google: the page of the provider, then our own. */
export class GooglePopup {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Signs in at the provider. */
  async chooseAccount(email: string): Promise<void> {
    await this.page.getByLabel('Account').fill(email);
    await this.page.getByRole('button', { name: 'Continue' }).click();
  }

  async cancel(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel' }).click();
  }

  /** A field of our page. */
  field(label: 'Password' | 'Code'): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async submit(label: 'Password' | 'Code', value: string): Promise<void> {
    await this.field(label).fill(value);
    await this.page.getByRole('button', { name: 'CONTINUE' }).click();
  }
}
