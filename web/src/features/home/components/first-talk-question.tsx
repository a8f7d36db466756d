import { ArrowRight } from 'lucide-react';
import { Coin, categoryInk } from '#/features/character';
import type { Character } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';
import { texts } from '../texts';

/** The largest number of faces beside the question (rule home-limits). */
const maxFaces = 7;

/** 'Who will you talk to first?', a link to the catalogue, and faces of characters (rule home-call-to-action). */
export function FirstTalkQuestion({ characters }: { characters: Character[] }) {
  return (
    <section className="first-talk ruled">
      <div className="wrap first-talk__wrap">
        <h2 className="display">{texts.question}</h2>
        <Link className={buttonClass('talk', 'lg')} to={paths.characters.getHref()}>
          {texts.meet}
          <ArrowRight size={18} aria-hidden="true" />
        </Link>
        <div className="first-talk__coins" aria-hidden="true">
          {characters.slice(0, maxFaces).map(({ id, coin_url, category }) => (
            <Coin key={id} pictureUrl={coin_url} ink={categoryInk(category)} size={72} />
          ))}
        </div>
      </div>
    </section>
  );
}
