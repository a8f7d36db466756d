import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { CollectedRow, useReorderCharacters, withMoved } from '#/features/collections';
import type { Collection } from '#/shared/api/types';
import { IconButton } from '#/shared/ui/icon-button';
import { useDragOrder } from '../../hooks/use-drag-order';
import { movedText } from './texts';

/** The class of the dragged row, or of the row at whose edge it would be dropped. */
function dropClass(drag: { fromIndex: number; toIndex: number } | null, index: number) {
  if (!drag) return null;
  if (index === drag.fromIndex) return 'reorder__row--dragged';
  if (index !== drag.toIndex) return null;
  return drag.toIndex < drag.fromIndex ? 'reorder__row--before' : 'reorder__row--after';
}

interface ReorderListProps {
  userId: string;
  collection: Collection;
}

/**
 * The characters of a collection in rows that are moved by their handle or by buttons. Each move is saved at
 * once and announced (rule collections-move).
 */
export function ReorderList({ userId, collection }: ReorderListProps) {
  const { id, characters } = collection;
  const reorder = useReorderCharacters(userId, id);
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  /**
   * The pressed up or down button. The button gets the focus again after the move. If the row is now first or
   * last, the button is disabled, and the row's other button gets the focus.
   */
  const pressedButton = useRef<{ id: string; step: 'up' | 'down' } | null>(null);
  const move = (from: number, to: number) => {
    const name = characters[from]?.name ?? '';
    setAnnouncement(movedText(name, to + 1, characters.length));
    reorder.mutate(withMoved(characters, from, to).map((one) => one.character_id));
  };
  const { drag, handle: handleProps } = useDragOrder(list, move);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes
  useEffect(() => {
    if (!pressedButton.current) return;
    const { id: character, step } = pressedButton.current;
    const row = list.current?.querySelector(`[data-character="${CSS.escape(character)}"]`);
    const otherStep = step === 'up' ? 'down' : 'up';
    const button = row?.querySelector<HTMLButtonElement>(`[data-step="${step}"]:enabled`);
    (
      button ?? row?.querySelector<HTMLButtonElement>(`[data-step="${otherStep}"]:enabled`)
    )?.focus();
    pressedButton.current = null;
  }, [characters]);
  return (
    <>
      <p className="small muted">Drag a row by its handle, or use the arrows.</p>
      <ul className="reorder" ref={list}>
        {characters.map((character, index) => {
          const moveByStep = (by: 'up' | 'down') => {
            pressedButton.current = { id: character.id, step: by };
            move(index, index + (by === 'up' ? -1 : 1));
          };
          return (
            <li
              key={character.id}
              className={clsx('reorder__row', dropClass(drag, index))}
              data-character={character.id}
            >
              <span className="reorder__handle" aria-hidden="true" {...handleProps(index)}>
                <GripVertical size={18} />
              </span>
              <CollectedRow character={character} showsTier={false} />
              <IconButton
                label={`Move ${character.name} up`}
                data-step="up"
                disabled={index === 0}
                onClick={() => moveByStep('up')}
              >
                <ArrowUp size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Move ${character.name} down`}
                data-step="down"
                disabled={index === characters.length - 1}
                onClick={() => moveByStep('down')}
              >
                <ArrowDown size={18} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}
