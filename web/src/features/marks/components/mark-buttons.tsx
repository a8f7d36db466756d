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

/** The heart button. A visitor logs in first, then the like is sent (rule access-login-first). */
export function LikeButton({ character }: MarkButtonProps) {
  const { data: profile } = useQuery(profileQuery(character));
  const like = useLikeCharacter(character);
  const requireLogin = useRequireLogin();
  const isLiked = profile?.user_actions.is_liked ?? false;
  return (
    <IconButton
      className="like-button"
      label="Like"
      outlined
      aria-pressed={isLiked}
      disabled={!profile}
      onClick={requireLogin(() => like.mutate(!isLiked), { aim: 'like', character })}
    >
      <Heart size={20} aria-hidden="true" />
    </IconButton>
  );
}

export function FollowButton({ character, size = 'md' }: MarkButtonProps & { size?: ButtonSize }) {
  const { data: profile } = useQuery(profileQuery(character));
  const follow = useFollowCharacter(character);
  const requireLogin = useRequireLogin();
  const isFollowing = profile?.user_actions.is_following ?? false;
  return (
    <Button
      look="line"
      size={size}
      disabled={!profile}
      onClick={requireLogin(() => follow.mutate(!isFollowing), { aim: 'follow', character })}
    >
      {isFollowing ? 'Unfollow' : 'Follow'}
    </Button>
  );
}
