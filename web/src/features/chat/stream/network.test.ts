import { expect, it } from 'vitest';
import { backoffDelay } from './reconnect-wait';

it('backs off up to 8 s', () => {
  expect([1, 2, 3, 4, 5, 6, 10].map(backoffDelay)).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
});
