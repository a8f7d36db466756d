import type { User } from '#/shared/api/types';
import { formatLocalDate } from '#/shared/format/format-local-time';

/** What the user has bought and until when; 'None' if no purchase is active (rule account-profile-panel). */
export function planText({ user_purchase }: Pick<User, 'user_purchase'>): string {
  const activePurchases = user_purchase.filter(({ status }) => status === 'active');
  const fullAccessPurchase = activePurchases.find(({ character_id }) => character_id === 0);
  if (fullAccessPurchase)
    return `Full Access, until ${formatLocalDate(fullAccessPurchase.expiry_at)}`;
  const [last] = activePurchases; // the server sorts purchases by end, the latest end first
  if (!last) return 'None';
  const endDate = formatLocalDate(last.expiry_at);
  return activePurchases.length === 1
    ? `One character, until ${endDate}`
    : `${activePurchases.length} characters, the last one until ${endDate}`;
}
