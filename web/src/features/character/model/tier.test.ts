import { describe, expect, it } from 'vitest';
import { tierOf } from './tier';

describe('tierOf', () => {
  it.each([
    ['open to everybody', false, null, 'FREE'],
    ['locked', true, null, 'PRO'],
    ['bought', false, '2026-12-01T00:00:00Z', 'PRO'],
    ['bought once, and over', true, '2025-12-01T00:00:00Z', 'PRO'],
  ] as const)('%s', (_, is_locked, expiry_at, tier) => {
    expect(tierOf({ is_locked, expiry_at })).toBe(tier);
  });
});
