import { useState } from 'react';

/**
 * The selected items of a list, by id. An item that leaves the list is not in `selected` (rule
 * chats-select).
 */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectedItems = items.filter(({ id }) => ids.has(id));
  return {
    selected: selectedItems,
    isSelected: (id: string) => ids.has(id),
    select: (id: string, on: boolean) => {
      const nextIds = new Set(selectedItems.map((item) => item.id));
      if (on) nextIds.add(id);
      else nextIds.delete(id);
      setIds(nextIds);
    },
    selectAll: (on: boolean) => setIds(new Set(on ? items.map(({ id }) => id) : [])),
  };
}
