import { expect, it } from 'vitest';
import { sentenceCase } from './sentence-case';

// rule account-payment-status
it('shows statuses as words', () => {
  expect(sentenceCase('partially_refunded')).toBe('Partially refunded');
  expect(sentenceCase('')).toBe('');
});
