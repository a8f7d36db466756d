import { CharacterStamp, openCharacter } from '#/features/character';
import { DragRow } from '#/shared/ui/drag-row';
import { charactersOf, type Section } from '../model/section';
import { SectionHead } from './section-head';

/** Pixels that the row moves for each pixel of the mouse (rule home-cards). */
const dragFactor = 0.5;
/** Number of stamps in the first view of a desktop. Their pictures load at once. */
const firstViewStampCount = 6;

/** A row of stamps. The CHAT button of a stamp opens the character modal (rule home-cards). */
export function ProfileCards({ section }: { section: Section }) {
  const characters = charactersOf(section);
  if (characters.length === 0) return null;
  return (
    <section className="section section--row">
      <div className="wrap">
        <SectionHead section={section} titleHidden />
      </div>
      <DragRow label={section.title} speed={dragFactor} className="stamp-row">
        {characters.map((character, index) => (
          <CharacterStamp
            key={character.id}
            character={character}
            loadsEagerly={index < firstViewStampCount}
            onChat={() => openCharacter(character)}
          />
        ))}
      </DragRow>
    </section>
  );
}
