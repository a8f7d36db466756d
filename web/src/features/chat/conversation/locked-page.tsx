import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { api, unwrap } from '#/shared/api/client';
import { categoryInk } from '#/shared/lib/category-ink';
import { paths } from '#/shared/lib/paths';
import { Coin } from '#/shared/ui/coin';
import { Link } from '#/shared/ui/link';
import type { Partner } from '../state/partner';
import { texts } from '../texts';

/** So many are asked for, of which as many as `offered` are shown that anybody may talk with. */
const asked = 12;
const offered = 3;

function useFreeAlike(slug: string) {
  const { data } = useQuery({
    queryKey: ['similar', slug, asked],
    queryFn: async ({ signal }) => {
      const params = { path: { id: slug }, query: { limit: asked } };
      return (await unwrap(api.GET('/profile/{id}/similar', { params, signal }))).data;
    },
  });
  return (data ?? []).filter((one) => one.is_free).slice(0, offered);
}

function FreeAlike({ slug }: { slug: string }) {
  const list = useFreeAlike(slug);
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

/** In place of an empty chat with a character that is not free for this user. */
export function LockedPage({ partner, greeting }: LockedPageProps) {
  return (
    <div className="locked ruled">
      <div className="locked__text">
        <span className="locked__mark">
          <Lock size={28} aria-hidden="true" />
        </span>
        <h2 className="display">{partner.name} keeps a closed door</h2>
        {greeting !== '' && <p className="voice locked__greeting">“{greeting}”</p>}
        <p className="muted">{texts.fullAccess}</p>
        <FreeAlike slug={partner.slug} />
      </div>
    </div>
  );
}
