import { describe, expect, it, vi } from 'vitest';
import { newClientId } from './client-id';

describe('newClientId', () => {
  // rule chat-client-id
  it('is new each time and begins with user-', () => {
    const ids = new Set([newClientId(), newClientId()]);
    expect(ids.size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^user-[\da-f-]{36}$/);
  });

  it('works without crypto.randomUUID', () => {
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array) => bytes.fill(171),
    });
    const id = newClientId();
    vi.unstubAllGlobals();
    expect(id).toBe(`user-${'ab'.repeat(16)}`);
  });
});
