export type Tier = 'FREE' | 'PRO';

interface Access {
  is_locked: boolean;
  expiry_at: string | null;
}

/**
 * The label beside a name: PRO for a character that is locked or was bought, else FREE. If the
 * server takes no payments, no character is locked, and all are FREE. Rule profile-similar-list.
 */
export function tierOf({ is_locked, expiry_at }: Access): Tier {
  return is_locked || expiry_at !== null ? 'PRO' : 'FREE';
}
