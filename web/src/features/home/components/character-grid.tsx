import { CharacterStamp, useStartChat } from '#/features/character';
import type { Character } from '#/shared/api/types';

/** Stamps in the first view of a desktop, which load without waiting for a scroll. */
const firstView = 6;

export function CharacterGrid({ characters }: { characters: Character[] }) {
  const { startChat, startingSlug } = useStartChat();
  return (
    <ul className="stamp-grid">
      {characters.map((character, index) => (
        <li key={character.id}>
          <CharacterStamp
            character={character}
            eager={index < firstView}
            busy={startingSlug === character.slug}
            onChat={startChat}
          />
        </li>
      ))}
    </ul>
  );
}
