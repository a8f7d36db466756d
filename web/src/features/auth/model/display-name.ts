import type { User } from '#/shared/api/types';

/** The username, or the part of the email before the at sign (rule accounts-display-name). */
export function displayName(user: Pick<User, 'username' | 'email'>): string {
  return user.username || user.email.split('@', 1).join('');
}
