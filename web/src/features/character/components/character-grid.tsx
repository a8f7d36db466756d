import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Character } from '#/shared/api/types';
import { useStartChat } from '../hooks/use-start-chat';
import { CharacterStamp } from './character-stamp';

interface CharacterGridProps {
  characters: Character[];
  /** Stamps in a row on a desktop. */
  columns?: 5 | 6;
  /** How many of the first stamps load their pictures eagerly. */
  eagerStampCount?: number;
  /** Drawn in the cell after the last stamp. */
  lastCell?: ReactNode;
}

/**
 * Stamps of characters. The picture of a stamp opens the modal; the button CHAT of a stamp opens the chat
 * (rule home-explore).
 */
export function CharacterGrid({
  characters,
  columns = 6,
  eagerStampCount = 0,
  lastCell,
}: CharacterGridProps) {
  const startChat = useStartChat();
  return (
    <ul className={clsx('stamp-grid', columns === 5 && 'stamp-grid--5')}>
      {characters.map((character, index) => (
        <li key={character.id}>
          <CharacterStamp
            character={character}
            loadsEagerly={index < eagerStampCount}
            onChat={() => startChat(character)}
          />
        </li>
      ))}
      {lastCell && <li>{lastCell}</li>}
    </ul>
  );
}
