import { useEffect, useRef } from 'react';
import { onDraftDropped } from '../model/kept-drafts';

/** Calls `onDropped` when the draft of `key` is sent or cancelled, in this component or another. */
export function useOnDraftDropped(key: string, onDropped: () => void): void {
  const latestOnDropped = useRef(onDropped);
  useEffect(() => {
    latestOnDropped.current = onDropped;
  });
  useEffect(() => onDraftDropped(key, () => latestOnDropped.current()), [key]);
}
