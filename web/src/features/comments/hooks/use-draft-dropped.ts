import { useEffect, useRef } from 'react';
import { onDraftDropped } from '../model/kept-drafts';

/** Calls `onDropped` when the draft of `key` is sent or cancelled, in this component or another. */
export function useDraftDropped(key: string, onDropped: () => void): void {
  const latest = useRef(onDropped);
  useEffect(() => {
    latest.current = onDropped;
  });
  useEffect(() => onDraftDropped(key, () => latest.current()), [key]);
}
