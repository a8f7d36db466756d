import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Coin, categoryInk } from '#/features/character';
import { type PayableCharacter, PayButton, planIds, planQuery } from '#/features/payment';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Profile } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import type { ChatCharacter } from '../state/partner';
import { texts } from '../texts';
import '../styles/locked-page.css';

/** Number of similar characters that are fetched. The first `shownCharacterCount` free ones among them are shown. */
const fetchedCharacterCount = 12;
// rule access-locked-chat
const shownCharacterCount = 3;

function useFreeSimilarCharacters(slug: string) {
  const { data } = useQuery({
    queryKey: [...sharedKeys.similar(slug), fetchedCharacterCount],
    queryFn: async ({ signal }) => {
      const params = { path: { id: slug }, query: { limit: fetchedCharacterCount } };
      return (await unwrap(api.GET('/profile/{id}/similar', { params, signal }))).data;
    },
  });
  return (data ?? []).filter((one) => one.is_free).slice(0, shownCharacterCount);
}

function FreeSimilarCharacters({ slug }: { slug: string }) {
  const list = useFreeSimilarCharacters(slug);
  if (list.length === 0) {
    return (
      <Link className="link" to={paths.characters.getHref()}>
        {texts.allCharacters}
      </Link>
    );
  }
  return (
    <nav className="locked__alike" aria-label="Free to talk">
      <p className="small muted">Kindred spirits who have time for you now</p>
      <ul>
        {list.map((character) => {
          const ink = categoryInk(character.category);
          return (
            <li key={character.id}>
              <Link className={`chat-row c-${ink}`} to={paths.chat.getHref(character.slug)}>
                <Coin pictureUrl={character.coin_url} ink={ink} />
                <span className="chat-row__words">
                  <span className="display">{character.name}</span>
                  <span className="chat-row__line">{character.designation}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The plan for this character, then the plan for all characters. */
function PlanOffers({ character }: { character: PayableCharacter }) {
  const { data: characterPlan } = useQuery(planQuery(planIds.one, character.slug));
  const { data: fullAccessPlan } = useQuery(planQuery(planIds.all, character.slug));
  return (
    <>
      <PayButton
        planId={planIds.one}
        character={character}
        size="lg"
        icon={<Lock size={18} aria-hidden="true" />}
        showPrice
      />
      {characterPlan && (
        <p className="small muted locked__terms">
          {characterPlan.description} {characterPlan.subDescription}
        </p>
      )}
      <div className="locked__all">
        {fullAccessPlan && (
          <p className="small">
            <b>{fullAccessPlan.subTitle}</b> {fullAccessPlan.description}
          </p>
        )}
        <PayButton planId={planIds.all} character={character} look="line" size="sm" showPrice />
      </div>
    </>
  );
}

interface LockedPageProps {
  character: ChatCharacter;
  /** Undefined while it is fetched. */
  profile: Profile | undefined;
}

/** Shown instead of an empty chat with a locked character (rule access-locked-chat). */
export function LockedPage({ character, profile }: LockedPageProps) {
  const greeting = profile?.greeting ?? '';
  return (
    <div className="locked ruled">
      <div className="locked__text">
        <span className="locked__mark">
          <Lock size={28} aria-hidden="true" />
        </span>
        <h2 className="display">{character.name} keeps a closed door</h2>
        {greeting !== '' && <p className="voice locked__greeting">“{greeting}”</p>}
        <PlanOffers character={profile ?? { ...character, profile_pic: character.image_url }} />
        <FreeSimilarCharacters slug={character.slug} />
      </div>
    </div>
  );
}
