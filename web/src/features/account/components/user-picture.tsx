import { displayName } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { Initial } from '#/shared/ui/initial';

/** The user's picture, or the first letter of the name. Decorative, because the name follows. */
export function UserPicture({ user }: { user: User }) {
  const picture = user.avatar ?? user.image;
  if (!picture) return <Initial name={displayName(user)} />;
  return <img className="account-picture" src={picture} alt="" width={60} height={60} />;
}
