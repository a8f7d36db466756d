import { expect, it } from 'vitest';
import { formatPrice } from './format-price';

// rule payment-amount
it.each([
  ['24.00', 'USD', '$24.00'],
  ['1.00', 'USD', '$1.00'],
  ['1234.5', 'EUR', '€1,234.50'],
  ['', 'USD', ''],
  ['x', 'USD', ''],
  ['1.00', 'dollars', ''],
])('writes %s %s as "%s"', (amount, currency, text) => {
  expect(formatPrice(amount, currency)).toBe(text);
});
