import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ChatMessage } from '../state/message';

/** The elements of a row that tools are drawn into. */
export interface ToolElements {
  tools: Element;
  /** The element for the versions, before the other buttons of a reply; null in a row of the user. */
  versions: Element | null;
}

function findToolElements(column: HTMLElement | null, id: string): ToolElements | undefined {
  const row = column?.querySelector(`[data-message="${CSS.escape(id)}"]`);
  const tools = row?.querySelector('.message-tools');
  return tools ? { tools, versions: row?.querySelector('.reply__versions') ?? null } : undefined;
}

/**
 * Returns the elements for the tools of each message, by the key of the message. Another version of a reply
 * has another id, but keeps the key and the row. Rows come and go, so the hook looks up the elements after
 * each render.
 */
export function useToolElements(
  column: RefObject<HTMLElement | null>,
  messages: readonly Pick<ChatMessage, 'id' | 'key'>[],
): ReadonlyMap<string, ToolElements> {
  const [elementsByKey, setElements] = useState<ReadonlyMap<string, ToolElements>>(new Map());
  useLayoutEffect(() => {
    const foundElements = new Map<string, ToolElements>();
    for (const { id, key } of messages) {
      const elements = findToolElements(column.current, id);
      if (elements) foundElements.set(key, elements);
    }
    const hasSameElements = (key: string) => {
      const [a, b] = [foundElements.get(key), elementsByKey.get(key)];
      return a?.tools === b?.tools && a?.versions === b?.versions;
    };
    if (
      foundElements.size !== elementsByKey.size ||
      ![...foundElements.keys()].every(hasSameElements)
    )
      setElements(foundElements);
  });
  return elementsByKey;
}
