import type { Comment } from '#/shared/api/types';
import { Initial } from '#/shared/ui/initial';

/** The author's picture, or a disc with the first letter. Decorative: the name is beside it. */
export function Author({ user }: { user: Comment['user'] }) {
  if (!user.avatar) return <Initial name={user.name} />;
  return (
    <img
      className="comment__avatar"
      src={user.avatar}
      alt=""
      width={34}
      height={34}
      loading="lazy"
      decoding="async"
    />
  );
}
