import { expect, it } from 'vitest';
import type { User } from '#/shared/api/types';
import { planText } from './plan-text';

type Purchase = User['user_purchase'][number];

const fakePurchase = (over: Partial<Purchase>): Purchase => ({
  character_id: 21,
  plan_id: 1,
  status: 'active',
  expiry_at: '2026-03-14T12:00:00Z',
  ...over,
});

// rule account-profile-panel
it('says what was bought and until when', () => {
  const text = (...user_purchase: Purchase[]) => planText({ user_purchase });
  expect(text()).toBe('None');
  expect(text(fakePurchase({ status: 'expired' }), fakePurchase({ status: 'disputed' }))).toBe(
    'None',
  );
  expect(text(fakePurchase({}))).toBe('One character, until 14 Mar 2026');
  expect(text(fakePurchase({}), fakePurchase({ character_id: 22 }))).toBe(
    '2 characters, the last one until 14 Mar 2026',
  );
  expect(
    text(fakePurchase({}), fakePurchase({ character_id: 0, expiry_at: '2026-02-01T12:00:00Z' })),
  ).toBe('Full Access, until 1 Feb 2026');
});
