import { expect, type Locator, type Page } from '@playwright/test';

/** The payment window of the sandbox and the payment-success modal. */
export class PaymentPart {
  readonly window: Locator;
  readonly success: Locator;

  constructor(page: Page) {
    this.window = page.getByRole('dialog', { name: 'Test payment: no money moves' });
    this.success = page.getByRole('dialog', { name: 'Payment Successful!' });
  }

  async succeed(): Promise<void> {
    await this.window.getByRole('button', { name: 'Pay, and succeed' }).click();
    await expect(this.success).toBeVisible();
    await expect(this.window).toBeHidden();
  }

  async fail(): Promise<void> {
    await this.window.getByRole('button', { name: 'Pay, and fail' }).click();
    await expect(this.window).toBeHidden();
  }

  /** The value beside a name in the payment-success modal. */
  fact(name: string): Locator {
    return this.success.locator(`dt:text-is("${name}") + dd`);
  }
}
