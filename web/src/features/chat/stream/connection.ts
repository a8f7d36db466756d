import type { ChatStore } from '../store/chat-store';
import { backoff, type Network } from './network';

interface ConnectionOptions {
  store: ChatStore;
  network: Network;
  /** Makes a request whose outcome is reported to `markUp` or `markDown`. */
  probe: () => Promise<unknown>;
  /** Called when the server answers again. */
  onReconnect: () => void;
}

/** Tracks whether the server can be reached. While it cannot, it is probed with backoff. */
export interface Connection {
  markUp: () => void;
  markDown: () => void;
  /** Probes at once instead of after the next pause. */
  probeNow: () => void;
  close: () => void;
}

export function createConnection({
  store,
  network,
  probe,
  onReconnect,
}: ConnectionOptions): Connection {
  let probing: AbortController | null = null;

  function stopProbing(): void {
    probing?.abort();
    probing = null;
  }

  async function probeUntilAborted({ signal }: AbortController, atOnce: boolean): Promise<void> {
    if (atOnce) await probe();
    for (let tries = 1; !signal.aborted; tries += 1) {
      await network.wait(backoff(tries), signal);
      if (!signal.aborted) await probe();
    }
  }

  function startProbing(atOnce: boolean): void {
    stopProbing();
    probing = new AbortController();
    void probeUntilAborted(probing, atOnce);
  }

  return {
    markDown: () => {
      if (store.getState().downSince === null) {
        store.dispatch({ type: 'connection', downSince: new Date().toISOString() });
      }
      if (!probing) startProbing(false);
    },
    markUp: () => {
      stopProbing();
      if (store.getState().downSince === null) return;
      store.dispatch({ type: 'connection', downSince: null });
      onReconnect();
    },
    probeNow: () => {
      if (store.getState().downSince !== null) startProbing(true);
    },
    close: stopProbing,
  };
}
