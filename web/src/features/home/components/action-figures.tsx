import { clsx } from 'clsx';
import { mediaKind, openCharacter } from '#/features/character';
import { categoryInk } from '#/shared/lib/category-ink';
import { type Section, type Tile, tilesOf } from '../model/section';

function TileMedia({ file }: { file: string }) {
  const kind = mediaKind(file);
  if (kind === 'image') return <img src={file} alt="" loading="lazy" decoding="async" />;
  if (kind === 'video') return <video src={file} muted loop playsInline preload="metadata" />;
  return null;
}

function ActionTile({ tile }: { tile: Tile }) {
  const { character, description, file } = tile;
  return (
    <button
      type="button"
      className={clsx('tile', `c-${categoryInk(character.category)}`)}
      onClick={() => openCharacter(character)}
    >
      <TileMedia file={file} />
      <span className="tile__words">
        <span className="display tile__name">{character.name}</span>
        <span>{description}</span>
      </span>
    </button>
  );
}

/** Two columns of tiles; a click opens the modal (spec 2 §2, section 3). */
export function ActionFigures({ section }: { section: Section }) {
  const tiles = tilesOf(section);
  if (tiles.length === 0) return null;
  return (
    <section className="section wrap">
      <h2 className="visually-hidden">{section.title}</h2>
      <ul className="tiles">
        {tiles.map((tile) => (
          <li key={tile.character.id}>
            <ActionTile tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}
