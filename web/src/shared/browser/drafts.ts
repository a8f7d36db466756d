import { createStore } from 'zustand/vanilla';

/** Debounce of writes to storage, in ms (rule chat-draft). */
const saveDelayMs = 400;

/** Where drafts of one kind are stored, all under one storage key. */
export interface DraftArea<T> {
  /** Reads all drafts; empty if there are none or they are malformed. */
  read: () => Readonly<Record<string, T>>;
  write: (drafts: Readonly<Record<string, T>>) => void;
  /** The value with which a draft starts if none is stored. */
  emptyDraft: T;
  isEmpty: (draft: T) => boolean;
}

/** An unsent text that survives a reload. */
export interface StoredDraft<T> {
  get: () => T;
  /** Changes the draft. Storage is written after a pause; at once if the draft becomes empty. */
  set: (draft: T) => void;
  subscribe: (listener: () => void) => () => void;
  /** Writes a change that is still debounced. */
  flush: () => void;
}

/**
 * Opens the draft `key` of an area. A debounced change is also written when the page is hidden, so
 * that nothing typed is lost.
 */
export function openDraft<T>(area: DraftArea<T>, key: string): StoredDraft<T> {
  const store = createStore<{ draft: T }>()(() => ({ draft: area.read()[key] ?? area.emptyDraft }));
  let pendingWrite: { timer: ReturnType<typeof setTimeout>; listeners: AbortController } | null =
    null;

  function cancelPending(): boolean {
    if (pendingWrite === null) return false;
    clearTimeout(pendingWrite.timer);
    pendingWrite.listeners.abort();
    pendingWrite = null;
    return true;
  }

  function flush(): void {
    if (!cancelPending()) return;
    // Read first: another tab may have changed other drafts of the area.
    const { [key]: _, ...others } = area.read();
    const { draft } = store.getState();
    area.write(area.isEmpty(draft) ? others : { ...others, [key]: draft });
  }

  function writeLater(): void {
    cancelPending();
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('pagehide', flush, { signal });
    document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal });
    pendingWrite = { timer: setTimeout(flush, saveDelayMs), listeners };
  }

  return {
    get: () => store.getState().draft,
    set: (draft) => {
      store.setState({ draft });
      writeLater();
      // An emptied draft is written at once. Otherwise a reload could bring a sent text back.
      if (area.isEmpty(draft)) flush();
    },
    subscribe: (listener) => store.subscribe(listener),
    flush,
  };
}
