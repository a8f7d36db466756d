/** A price as in '$24.00' (rule payment-amount); empty for invalid input. */
export function formatPrice(amount: string, currency: string): string {
  if (amount === '') return '';
  try {
    const priceFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    return Number.isNaN(Number(amount)) ? '' : priceFormat.format(Number(amount));
  } catch {
    return '';
  }
}
