import type { User } from '#/shared/api/types';

/** The user's status in words (rule account-sidebar). */
export function subscriptionText({ subscription_status }: Pick<User, 'subscription_status'>) {
  return subscription_status === 'active' ? 'Active' : 'Free';
}
