import { expect, it } from 'vitest';
import { goalText } from './login-goal';

// rule accounts-login-goal
it.each([
  ['talk', 'to talk with Ada Lovelace'],
  ['like', 'to like Ada Lovelace'],
  ['follow', 'to follow Ada Lovelace'],
  ['comment', 'to comment on Ada Lovelace'],
  ['discuss', 'to join the comments on Ada Lovelace'],
] as const)('%s', (aim, text) => {
  expect(goalText({ aim, character: 'ada-lovelace' }, 'Ada Lovelace')).toBe(text);
});

// rule accounts-login-goal
it('names the one who is asked', () => {
  const goal = { aim: 'talk', character: 'ada-lovelace', question: 'Why?' } as const;
  expect(goalText(goal, 'Ada Lovelace')).toBe('to ask Ada Lovelace');
});
