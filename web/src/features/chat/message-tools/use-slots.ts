import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ChatMessage } from '../state/message';

/** The elements of a row that tools are drawn into. */
export interface Slots {
  tools: Element;
  /** The slot before the other buttons of a reply; null in a row of the user. */
  versions: Element | null;
}

function findSlots(column: HTMLElement | null, id: string): Slots | undefined {
  const row = column?.querySelector(`[data-message="${CSS.escape(id)}"]`);
  const tools = row?.querySelector('.message-tools');
  return tools ? { tools, versions: row?.querySelector('.reply__versions') ?? null } : undefined;
}

/**
 * The slots of messages, by their key: the id of a message changes with its version, but its row does not.
 * The slots are looked up after each render, because rows come and go.
 */
export function useSlots(
  column: RefObject<HTMLElement | null>,
  messages: readonly Pick<ChatMessage, 'id' | 'key'>[],
): ReadonlyMap<string, Slots> {
  const [slots, setSlots] = useState<ReadonlyMap<string, Slots>>(new Map());
  useLayoutEffect(() => {
    const found = new Map<string, Slots>();
    for (const { id, key } of messages) {
      const slot = findSlots(column.current, id);
      if (slot) found.set(key, slot);
    }
    const same = (key: string) => {
      const [a, b] = [found.get(key), slots.get(key)];
      return a?.tools === b?.tools && a?.versions === b?.versions;
    };
    if (found.size !== slots.size || ![...found.keys()].every(same)) setSlots(found);
  });
  return slots;
}
