import { useState } from 'react';

/** The selected items of a list, by id. An item that leaves the list is not in `selected`. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => ids.has(id));
  return {
    selected,
    isSelected: (id: string) => ids.has(id),
    select: (id: string, on: boolean) => {
      const next = new Set(selected.map((item) => item.id));
      if (on) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    selectAll: (on: boolean) => setIds(new Set(on ? items.map(({ id }) => id) : [])),
  };
}
