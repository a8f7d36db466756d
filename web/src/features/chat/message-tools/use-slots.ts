import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ChatMessage } from '../state/message';

/** The elements of a row that tools are drawn into. */
export interface ToolSlots {
  tools: Element;
  /** The element for the versions, before the other buttons of a reply; null in a row of the user. */
  versions: Element | null;
}

function findToolSlots(column: HTMLElement | null, id: string): ToolSlots | undefined {
  const row = column?.querySelector(`[data-message="${CSS.escape(id)}"]`);
  const tools = row?.querySelector('.message-tools');
  return tools ? { tools, versions: row?.querySelector('.reply__versions') ?? null } : undefined;
}

/**
 * Returns the elements for the tools of each message, by the key of the message. Another version of a reply
 * has another id, but keeps the key and the row. Rows come and go, so the hook looks up the elements after
 * each render.
 */
export function useToolSlots(
  column: RefObject<HTMLElement | null>,
  messages: readonly Pick<ChatMessage, 'id' | 'key'>[],
): ReadonlyMap<string, ToolSlots> {
  const [slotsByKey, setSlots] = useState<ReadonlyMap<string, ToolSlots>>(new Map());
  useLayoutEffect(() => {
    const foundSlots = new Map<string, ToolSlots>();
    for (const { id, key } of messages) {
      const slot = findToolSlots(column.current, id);
      if (slot) foundSlots.set(key, slot);
    }
    const hasSameSlots = (key: string) => {
      const [a, b] = [foundSlots.get(key), slotsByKey.get(key)];
      return a?.tools === b?.tools && a?.versions === b?.versions;
    };
    if (foundSlots.size !== slotsByKey.size || ![...foundSlots.keys()].every(hasSameSlots))
      setSlots(foundSlots);
  });
  return slotsByKey;
}
