export interface Access {
  is_locked: boolean;
  expiry_at: string | null;
}

/**
 * True if a character is locked (rule access-locked-client): the server says so, or what was bought has
 * expired since the server's answer.
 */
export function isLocked({ is_locked, expiry_at }: Access, now: number): boolean {
  return is_locked || (expiry_at !== null && Date.parse(expiry_at) <= now);
}
