import { clsx } from 'clsx';
import { type RefObject, useRef } from 'react';
import { categoryInk, openCharacter } from '#/features/character';
import { prefersReducedMotion } from '#/shared/browser/motion';
import { type Section, type Tile, tilesOf } from '../model/section';
import { SectionHead } from './section-head';

interface TileMediaProps {
  tile: Tile;
  film: RefObject<HTMLVideoElement | null>;
}

function TileMedia({ tile: { kind, file }, film }: TileMediaProps) {
  if (kind === 'image') return <img src={file} alt="" loading="lazy" decoding="async" />;
  if (kind === 'unknown') return null;
  return (
    <video
      ref={film}
      src={file}
      muted
      loop
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/**
 * The video of a tile plays only while the tile has the pointer or the focus, and never with reduced motion
 * (rule look-reduced-motion).
 */
function CharacterTile({ tile }: { tile: Tile }) {
  const film = useRef<HTMLVideoElement>(null);
  const play = () => {
    // The browser may refuse to play; the first frame then stays.
    if (!prefersReducedMotion()) film.current?.play().catch(() => undefined);
  };
  const pause = () => film.current?.pause();
  return (
    <button
      type="button"
      className={clsx('tile', `c-${categoryInk(tile.character.category)}`)}
      onClick={() => openCharacter(tile.character)}
      onPointerEnter={play}
      onPointerLeave={pause}
      onFocus={play}
      onBlur={pause}
    >
      <TileMedia tile={tile} film={film} />
      <span className="tile__words">
        <span className="display tile__name">{tile.name}</span>
        {tile.subtitle && <span className="tile__sub">{tile.subtitle}</span>}
        <span>{tile.description}</span>
        {tile.subDescription && <em className="tile__aside">{tile.subDescription}</em>}
      </span>
    </button>
  );
}

/** Two columns of tiles that open the character modal (rule home-tiles). */
export function Tiles({ section }: { section: Section }) {
  const tiles = tilesOf(section);
  if (tiles.length === 0) return null;
  return (
    <section className="section wrap">
      <SectionHead section={section} titleHidden />
      <ul className="tiles">
        {tiles.map((tile) => (
          <li key={`${tile.character.id} ${tile.file}`}>
            <CharacterTile tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  );
}
