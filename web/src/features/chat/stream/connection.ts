import type { ChatStore } from '../store/chat-store';
import { backoffDelay, type ReconnectWaiter } from './reconnect-wait';

interface ConnectionOptions {
  store: ChatStore;
  reconnectWaiter: ReconnectWaiter;
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
  reconnectWaiter,
  probe,
  onReconnect,
}: ConnectionOptions): Connection {
  let probeController: AbortController | null = null;

  function stopProbing(): void {
    probeController?.abort();
    probeController = null;
  }

  async function probeUntilAborted({ signal }: AbortController, atOnce: boolean): Promise<void> {
    if (atOnce) await probe();
    for (let tryCount = 1; !signal.aborted; tryCount += 1) {
      await reconnectWaiter.wait(backoffDelay(tryCount), signal);
      if (!signal.aborted) await probe();
    }
  }

  function startProbing(atOnce: boolean): void {
    stopProbing();
    probeController = new AbortController();
    void probeUntilAborted(probeController, atOnce);
  }

  return {
    markDown: () => {
      if (store.getState().downSince === null) {
        store.dispatch({ type: 'connection', downSince: new Date().toISOString() });
      }
      if (!probeController) startProbing(false);
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
