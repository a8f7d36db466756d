import { useEffect, useRef } from 'react';
import { onDraftDropped } from '../model/kept-drafts';

/** Acts when a kept text was sent or given up, whoever did it. */
export function useDraftDropped(key: string, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => onDraftDropped(key, () => latest.current()), [key]);
}
