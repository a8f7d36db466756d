export type Tier = 'FREE' | 'PRO';

interface Access {
  is_locked: boolean;
  expiry_at: string | null;
}

/**
 * What stands beside a name: PRO for what has to be or was bought. Where no payment is set up nothing
 * is locked, and every character says FREE.
 */
export function tierOf({ is_locked, expiry_at }: Access): Tier {
  return is_locked || expiry_at !== null ? 'PRO' : 'FREE';
}
