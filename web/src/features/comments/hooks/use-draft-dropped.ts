import { useEffect, useRef } from 'react';
import { onDraftDropped } from '../model/kept-drafts';

/** Calls `act` when the draft of `key` is sent or cancelled, in this component or another. */
export function useDraftDropped(key: string, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => onDraftDropped(key, () => latest.current()), [key]);
}
