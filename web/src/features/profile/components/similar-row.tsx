import { Heart, MessageCircle, UserRound } from 'lucide-react';
import { categoryInk, tierOf } from '#/features/character';
import type { SimilarCharacter } from '#/shared/api/types';
import { countWithNoun, formatCount } from '#/shared/format/format-count';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

const countIcons = { chat: MessageCircle, like: Heart, follower: UserRound } as const;

function SimilarCount({ noun, count }: { noun: keyof typeof countIcons; count: number }) {
  if (count === 0) return null;
  const Icon = countIcons[noun];
  return (
    <span className="similar__count">
      <Icon size={15} aria-hidden="true" />
      <span aria-hidden="true">{formatCount(count)}</span>
      <VisuallyHidden>{countWithNoun(count, noun)}</VisuallyHidden>
    </span>
  );
}

/** One similar character; the whole row links to its profile (rule profile-similar-list). */
export function SimilarRow({ character }: { character: SimilarCharacter }) {
  const { name, slug, designation, coin_url: picture } = character;
  const score = character.similarity_score.toFixed(1);
  const counts = [
    ['chat', character.chat_count],
    ['like', character.like_count],
    ['follower', character.follower_count],
  ] as const;
  return (
    <li className={`similar c-${categoryInk(character.category)}`}>
      <div className="stamp similar__stamp">
        <div className="stamp__picture">
          <img src={picture} alt="" width={64} height={64} loading="lazy" decoding="async" />
        </div>
      </div>
      <div className="similar__words">
        <h3 className="display">
          <Link className="similar__link" to={paths.profile.getHref(slug)}>
            {name}
          </Link>
          {tierOf(character) === 'PRO' && <span className="similar__pro">Pro</span>}
        </h3>
        <p className="small muted">{designation}</p>
        <p className="similar__counts num">
          {counts.map(([noun, count]) => (
            <SimilarCount key={noun} noun={noun} count={count} />
          ))}
          {score !== '0.0' && <span title="Likeness, of 10">Alike {score}</span>}
        </p>
      </div>
    </li>
  );
}
