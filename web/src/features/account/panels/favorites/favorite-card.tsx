import { clsx } from 'clsx';
import { Heart, MessageCircle, UsersRound } from 'lucide-react';
import { CollectButton, categoryInk, tierOf, useStartChat } from '#/features/character';
import type { Favorite } from '#/shared/api/types';
import { countWithNoun, formatCount } from '#/shared/format/format-count';
import { formatDayMonth } from '#/shared/format/format-time';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';

function FavoriteCounts({ favorite }: { favorite: Favorite }) {
  const counts = [
    { noun: 'chat', count: favorite.chat_count, Icon: MessageCircle },
    { noun: 'follower', count: favorite.follower_count, Icon: UsersRound },
    { noun: 'like', count: favorite.like_count, Icon: Heart },
  ];
  return (
    <ul className="favorite__counts num">
      {counts.map(({ noun, count, Icon }) => (
        <li key={noun}>
          <Icon size={13} aria-hidden="true" />
          <span aria-hidden="true">{formatCount(count)}</span>
          <span className="visually-hidden">{countWithNoun(count, noun)}</span>
        </li>
      ))}
    </ul>
  );
}

interface FavoriteCardProps {
  favorite: Favorite;
  /** True while the like is being removed. */
  isRemoving: boolean;
  onRemove: () => void;
}

/** One favourite: the stamp at the left, the facts at the right (rule favorites-card). */
export function FavoriteCard({ favorite, isRemoving, onRemove }: FavoriteCardProps) {
  const { name, slug, description, image_url, liked_at } = favorite;
  const startChat = useStartChat();
  return (
    <li className={clsx('favorite', `c-${categoryInk(favorite.category)}`)}>
      <div className="stamp stamp--small">
        <div className="stamp__picture">
          <img src={image_url} alt="" width={344} height={430} loading="lazy" decoding="async" />
        </div>
      </div>
      <div className="favorite__facts">
        <div className="favorite__head">
          <h2 className="display t4 favorite__name">
            <Link to={paths.profile.getHref(slug)}>{name}</Link>
          </h2>
          <CollectButton character={favorite} size="sm" />
          <IconButton
            className="favorite__heart"
            label={`Remove ${name} from favorites`}
            size="sm"
            aria-disabled={isRemoving || undefined}
            onClick={() => !isRemoving && onRemove()}
          >
            <Heart size={18} aria-hidden="true" />
          </IconButton>
        </div>
        {tierOf(favorite) === 'PRO' && <p className="plate favorite__tier">Premium</p>}
        <p className="small muted favorite__words">{description}</p>
        <FavoriteCounts favorite={favorite} />
        <p className="small faint">Liked {formatDayMonth(liked_at)}</p>
        <Button
          className="favorite__chat"
          look="line"
          size="sm"
          aria-label={`Chat Now with ${name}`}
          onClick={() => startChat({ ...favorite, profile_pic: image_url })}
        >
          Chat Now
        </Button>
      </div>
    </li>
  );
}
