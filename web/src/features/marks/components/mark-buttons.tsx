import { useQuery } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { useRequireLogin } from '#/features/auth';
import { profileQuery } from '#/shared/api/profile';
import { Button, type ButtonSize } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { useFollowCharacter, useLikeCharacter } from '../api/mark-mutations';

interface MarkButtonProps {
  /** Slug or id of the character; its profile is read from the cache. */
  character: string;
}

/** The heart button. A visitor logs in first, then the like is sent. */
export function LikeButton({ character }: MarkButtonProps) {
  const { data: profile } = useQuery(profileQuery(character));
  const like = useLikeCharacter(character);
  const requireLogin = useRequireLogin();
  const liked = profile?.user_actions.is_liked ?? false;
  return (
    <IconButton
      className="like-button"
      label="Like"
      outlined
      aria-pressed={liked}
      disabled={!profile}
      onClick={requireLogin(() => like.mutate(!liked), { aim: 'like', character })}
    >
      <Heart size={20} aria-hidden="true" />
    </IconButton>
  );
}

export function FollowButton({ character, size = 'md' }: MarkButtonProps & { size?: ButtonSize }) {
  const { data: profile } = useQuery(profileQuery(character));
  const follow = useFollowCharacter(character);
  const requireLogin = useRequireLogin();
  const following = profile?.user_actions.is_following ?? false;
  return (
    <Button
      look="line"
      size={size}
      disabled={!profile}
      onClick={requireLogin(() => follow.mutate(!following), { aim: 'follow', character })}
    >
      {following ? 'Unfollow' : 'Follow'}
    </Button>
  );
}
