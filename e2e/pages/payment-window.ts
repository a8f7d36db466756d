import { expect, type Locator, type Page } from '@playwright/test';

/** The providers with which every journey of a payment runs. */
export const paymentProviders = ['sandbox', 'razorpay'] as const;

export type PaymentProvider = (typeof paymentProviders)[number];

const labels = {
  sandbox: {
    window: 'Test payment: no money moves',
    pay: 'Pay, and succeed',
    fail: 'Pay, and fail',
    close: 'Close without paying',
  },
  razorpay: { window: 'Test of Razorpay Checkout', pay: 'Pay', fail: 'Fail', close: 'Close' },
};

/** The payment window of the sandbox or of the fake Razorpay Checkout. */
export class PaymentWindow {
  readonly dialog: Locator;
  /** The error message that the window shows when the provider does not answer. */
  readonly problem: Locator;
  private readonly provider: PaymentProvider;

  constructor(page: Page, provider: PaymentProvider) {
    this.provider = provider;
    this.dialog = page.getByRole('dialog', { name: labels[provider].window });
    this.problem = this.dialog.getByText(/cannot be reached|no connection/);
  }

  async pay(): Promise<void> {
    await this.press('pay');
  }

  /** Makes a payment that fails. Checkout then offers another try, so the method closes Checkout. */
  async fail(): Promise<void> {
    await this.press('fail');
    if (this.provider === 'razorpay') {
      await expect(this.dialog).toContainText('declined by your bank');
      await this.close();
    }
    await expect(this.dialog).toBeHidden();
  }

  /** Closes the window without a payment. */
  async close(): Promise<void> {
    await this.press('close');
  }

  private async press(button: 'pay' | 'fail' | 'close'): Promise<void> {
    const name = labels[this.provider][button];
    await this.dialog.getByRole('button', { name, exact: true }).click();
  }
}
