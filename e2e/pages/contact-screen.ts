import { expect, type Locator, type Page } from '@playwright/test';

interface ContactLetter {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Contact Us and its form. */
export class ContactScreen {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/contact-us');
    await expect(this.field('Name')).toBeVisible();
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name });
  }

  get sendButton(): Locator {
    return this.page.getByRole('button', { name: /^Send/ });
  }

  get thanks(): Locator {
    return this.page.getByRole('heading', { name: 'Thank you for your message!' });
  }

  async fill({ name, email, subject, message }: ContactLetter): Promise<void> {
    await this.field('Name').fill(name);
    await this.field('Email').fill(email);
    await this.field('Subject').fill(subject);
    await this.field('Message').fill(message);
  }

  async expectError(field: string, error: string): Promise<void> {
    await expect(this.field(field)).toHaveAccessibleDescription(new RegExp(`^${error}`));
    await expect(this.field(field)).toHaveAttribute('aria-invalid', 'true');
  }

  async expectNoError(field: string): Promise<void> {
    await expect(this.field(field)).toHaveAttribute('aria-invalid', 'false');
  }
}
