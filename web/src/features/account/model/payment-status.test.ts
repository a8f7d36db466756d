import { expect, it } from 'vitest';
import { sentenceCase, statusTone } from './payment-status';

// rule account-payment-status
it.each([
  ['completed', 'good'],
  ['paid', 'good'],
  ['active', 'good'],
  ['pending', 'warn'],
  ['failed', 'bad'],
  ['cancelled', 'bad'],
  ['refunded', 'mute'],
  ['disputed', 'mute'],
  ['anything', 'mute'],
])('a status of %s is %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone);
});

// rule account-payment-status
it('shows statuses as words', () => {
  expect(sentenceCase('partially_refunded')).toBe('Partially refunded');
  expect(sentenceCase('')).toBe('');
});
