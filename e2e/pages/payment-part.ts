import { expect, type Locator, type Page } from '@playwright/test';
import { type PaymentProvider, PaymentWindow } from './payment-window.ts';

/** The steps of a payment: its buttons, the payment window, toasts and the payment-success modal. */
export class PaymentSteps {
  readonly window: PaymentWindow;
  readonly successModal: Locator;
  /** The page of a locked chat without messages. */
  readonly lockedPage: Locator;
  readonly failedToast: Locator;
  readonly pendingToast: Locator;
  private readonly page: Page;

  constructor(page: Page, payments: 'none' | PaymentProvider) {
    this.page = page;
    this.window = new PaymentWindow(page, payments === 'none' ? 'sandbox' : payments);
    this.successModal = page.getByRole('dialog', { name: 'Payment Successful!' });
    this.lockedPage = page.locator('.locked');
    this.failedToast = this.toast('Payment failed or cancelled.');
    this.pendingToast = this.toast('Your payment is being confirmed.');
  }

  toast(text: string): Locator {
    return this.page.locator('.toast').filter({ hasText: text });
  }

  /** Presses the button of a locked chat that sells its character, and waits for the window. */
  async startInChat(): Promise<void> {
    await this.lockedPage.getByRole('button', { name: 'Unlock Character \u00b7 $1.00' }).click();
    await expect(this.window.dialog).toBeVisible();
  }

  /** Pays in the open window. */
  async paySuccessfully(): Promise<void> {
    await this.window.pay();
    await expect(this.successModal).toBeVisible();
    await expect(this.window.dialog).toBeHidden();
  }

  /** Closes the payment-success modal. */
  async closeSuccess(): Promise<void> {
    await this.successModal.getByRole('button', { name: 'Close' }).last().click();
    await expect(this.successModal).toBeHidden();
  }

  /**
   * Presses Back on a dialog of a payment. When one dialog replaces another, the app itself goes back in the
   * history. A second Back at that moment would go too far. So the method first waits until the history entry
   * has not changed for 250 ms.
   */
  async goBackFrom(dialog: Locator): Promise<void> {
    await expect(dialog).toBeVisible();
    let lastEntryKey = '';
    await expect(async () => {
      const { key, usr } = await this.page.evaluate(() => history.state);
      const isHistoryEntryStable = usr?.overlay === 1 && key === lastEntryKey;
      lastEntryKey = key;
      expect(isHistoryEntryStable).toBe(true);
    }).toPass({ intervals: [250] });
    await this.page.goBack();
    await expect(dialog).toBeHidden();
  }

  /** Waits for the toast of a failed payment and dismisses it. */
  async dismissFailure(): Promise<void> {
    await expect(this.failedToast).toHaveText(/^Payment failed or cancelled\.$/);
    await this.failedToast.getByRole('button', { name: 'Dismiss' }).click();
    await expect(this.failedToast).toHaveCount(0);
  }

  /** The value beside a name in the payment-success modal. */
  successDetail(name: string): Locator {
    return this.successModal.locator(`dt:text-is("${name}") + dd`);
  }
}
