import { clsx } from 'clsx';
import { Heart, MessageCircle, X } from 'lucide-react';
import type { Ref } from 'react';
import { Coin, categoryInk, StampCard, tierOf } from '#/features/character';
import type { CollectedCharacter } from '#/shared/api/types';
import { countWithNoun, formatCount } from '#/shared/format/format-count';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import '../styles/collected.css';

export type CollectionView = 'grid' | 'list';

function CharacterCounts({ stats }: Pick<CollectedCharacter, 'stats'>) {
  const countsWithIcons = [
    { noun: 'chat', count: stats.chats, Icon: MessageCircle },
    { noun: 'like', count: stats.likes, Icon: Heart },
  ];
  return (
    <ul className="collected__counts num">
      {countsWithIcons.map(({ noun, count, Icon }) => (
        <li key={noun}>
          <Icon size={14} aria-hidden="true" />
          <span aria-hidden="true">{formatCount(count)}</span>
          <span className="visually-hidden">{countWithNoun(count, noun)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The card of a character in a collection. */
function CollectedStamp({ character }: { character: CollectedCharacter }) {
  const navigate = useNavigate();
  const href = paths.profile.getHref(character.slug);
  return (
    <StampCard
      name={character.name}
      pictureUrl={character.image_url}
      ink={categoryInk(character.category)}
      tier={tierOf(character)}
      href={href}
      onOpen={() => navigate(href)}
    />
  );
}

interface CollectedRowProps {
  character: CollectedCharacter;
  /** False to leave out the label FREE or PRO where there is no room for it. */
  showsTier?: boolean;
}

/** Picture, name and designation of a character, in a row. */
export function CollectedRow({ character, showsTier = true }: CollectedRowProps) {
  const { name, slug, designation, coin_url, category } = character;
  return (
    <div className={clsx('collected-row', `c-${categoryInk(category)}`)}>
      <Coin pictureUrl={coin_url} ink={categoryInk(category)} size={48} />
      <div className="collected-row__words">
        <h3 className="display t4">
          <Link to={paths.profile.getHref(slug)}>{name}</Link>
        </h3>
        <p className="small muted">{designation}</p>
      </div>
      {showsTier && <span className="plate collected-row__tier">{tierOf(character)}</span>}
    </div>
  );
}

export interface RemoveButtonOptions {
  /** Accessible name of the button that removes a character. */
  label: (name: string) => string;
  onRemove: (character: CollectedCharacter, index: number) => void;
}

interface CollectedCharactersProps {
  characters: readonly CollectedCharacter[];
  view: CollectionView;
  /** If undefined, the characters cannot be removed. */
  removal?: RemoveButtonOptions;
  /** True while a search runs and the results of the former search are still shown. */
  busy?: boolean;
  list?: Ref<HTMLUListElement>;
}

/** The characters of a collection, as stamps or in rows (rule collections-views). */
export function CollectedCharacters({
  characters,
  view,
  removal,
  busy = false,
  list,
}: CollectedCharactersProps) {
  const Item = view === 'grid' ? CollectedStamp : CollectedRow;
  return (
    <ul ref={list} className={`collected collected--${view}`} aria-busy={busy}>
      {characters.map((character, index) => (
        <li key={character.id}>
          <Item character={character} />
          <div className="collected__foot">
            <CharacterCounts stats={character.stats} />
            {removal && (
              <IconButton
                className="collected__remove"
                size="sm"
                label={removal.label(character.name)}
                onClick={() => removal.onRemove(character, index)}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
