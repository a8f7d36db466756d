import type { Page } from '@playwright/test';

/** Addresses of the calls whose answers say whether a character is locked. */
const locking = /\/api\/(characters|profile|admin\/web-settings|sessions?)(\/|\?|$)/;

/** Marks every paid character and conversation in an answer as locked. */
function markLocked(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) markLocked(part);
  if (!('is_locked' in value)) return;
  const { is_free, character } = value as { is_free?: boolean; character?: { is_free?: boolean } };
  value.is_locked = !(is_free ?? character?.is_free);
}

/**
 * Locks paid characters by changing the server's answers. The server of a journey has no payment,
 * so it locks nothing itself.
 */
export async function lockPaidCharacters(page: Page): Promise<void> {
  await page.route(locking, async (route) => {
    const response = await route.fetch();
    const type = response.headers()['content-type'] ?? '';
    if (!type.startsWith('application/json')) return route.fulfill({ response });
    const json: unknown = await response.json();
    markLocked(json);
    return route.fulfill({ response, json });
  });
}
