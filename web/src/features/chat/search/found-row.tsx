import { useEffect, useRef } from 'react';
import { Coin, categoryInk } from '#/features/character';
import type { FoundMessage } from '#/shared/api/types';
import { formatAge } from '#/shared/format/format-time';
import { excerptParts } from './excerpt-parts';

interface FoundRowProps {
  foundMessage: FoundMessage;
  id: string;
  /** True if the arrow keys have moved to this row. */
  isActive: boolean;
  onOpen: () => void;
}

/** A found message: its author, its time, and the text around the marked match (rule chat-search-panel). */
export function FoundRow({ foundMessage: found, id, isActive, onOpen }: FoundRowProps) {
  const { message, session, excerpt } = found;
  const { character } = session;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the list handles Enter
    <div
      ref={row}
      id={id}
      className="found-row"
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onOpen}
    >
      <Coin pictureUrl={character.coin_url} ink={categoryInk(character.category)} size={40} />
      <div className="found-row__words">
        <p className="found-row__head">
          <span className="display t5">
            {message.is_user_message ? `You to ${character.name}` : character.name}
          </span>
          <time className="found-row__age" dateTime={message.created_at}>
            {formatAge(message.created_at)}
          </time>
        </p>
        <p className="found-row__text" dir="auto">
          {excerptParts(excerpt).map(({ start: at, text, isMatch }) =>
            isMatch ? (
              <mark key={at} className="found-row__match">
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      </div>
    </div>
  );
}
