import { expect, it } from 'vitest';
import { waitText } from './texts';

it.each([
  [1, 'Please wait 1 second, then'],
  [90, 'Please wait 90 seconds, then'],
  [91, 'Please wait 2 minutes, then'],
  [3600, 'Please wait 60 minutes, then'],
])('words a wait of %i seconds', (seconds, part) => {
  expect(waitText(seconds)).toContain(part);
});
