import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { Coin, categoryInk } from '#/features/character';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import type { Partner } from '../state/partner';
import { texts } from '../texts';

/** Similar characters to fetch; the first `shownSimilarCount` free ones are shown. */
const fetchedSimilarCount = 12;
const shownSimilarCount = 3;

function useSimilarFree(slug: string) {
  const { data } = useQuery({
    queryKey: [...sharedKeys.similar(slug), fetchedSimilarCount],
    queryFn: async ({ signal }) => {
      const params = { path: { id: slug }, query: { limit: fetchedSimilarCount } };
      return (await unwrap(api.GET('/profile/{id}/similar', { params, signal }))).data;
    },
  });
  return (data ?? []).filter((one) => one.is_free).slice(0, shownSimilarCount);
}

function SimilarFree({ slug }: { slug: string }) {
  const list = useSimilarFree(slug);
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
        {list.map((one) => {
          const ink = categoryInk(one.category);
          return (
            <li key={one.id}>
              <Link className={`chat-row c-${ink}`} to={paths.chat.getHref(one.slug)}>
                <Coin picture={one.coin_url} ink={ink} />
                <span className="chat-row__words">
                  <span className="display">{one.name}</span>
                  <span className="chat-row__line">{one.designation}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface LockedPageProps {
  partner: Partner;
  greeting: string;
}

/** Shown instead of an empty chat with a locked character (rule access-locked-chat). */
export function LockedPage({ partner, greeting }: LockedPageProps) {
  return (
    <div className="locked ruled">
      <div className="locked__text">
        <span className="locked__mark">
          <Lock size={28} aria-hidden="true" />
        </span>
        <h2 className="display">{partner.name} keeps a closed door</h2>
        {greeting !== '' && <p className="voice locked__greeting">“{greeting}”</p>}
        <SimilarFree slug={partner.slug} />
      </div>
    </div>
  );
}
