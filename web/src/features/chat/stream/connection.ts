import type { ChatStore } from '../store/chat-store';
import { backoff, type Line } from './network';

interface ConnectionOptions {
  store: ChatStore;
  line: Line;
  /** Asks the server for something; `up` or `down` is called with the outcome. */
  probe: () => Promise<unknown>;
  /** The server answers again. */
  onBack: () => void;
}

/** Whether the server answers. While it does not, it is asked again and again. */
export interface Connection {
  up: () => void;
  down: () => void;
  /** Asks now instead of after the next pause. */
  tryNow: () => void;
  close: () => void;
}

export function createConnection({ store, line, probe, onBack }: ConnectionOptions): Connection {
  let probing: AbortController | null = null;

  function stop(): void {
    probing?.abort();
    probing = null;
  }

  async function ask({ signal }: AbortController, atOnce: boolean): Promise<void> {
    if (atOnce) await probe();
    for (let tries = 1; !signal.aborted; tries += 1) {
      await line.wait(backoff(tries), signal);
      if (!signal.aborted) await probe();
    }
  }

  function start(atOnce: boolean): void {
    stop();
    probing = new AbortController();
    void ask(probing, atOnce);
  }

  return {
    down: () => {
      if (store.getState().downSince === null) {
        store.dispatch({ type: 'line', downSince: new Date().toISOString() });
      }
      if (!probing) start(false);
    },
    up: () => {
      stop();
      if (store.getState().downSince === null) return;
      store.dispatch({ type: 'line', downSince: null });
      onBack();
    },
    tryNow: () => {
      if (store.getState().downSince !== null) start(true);
    },
    close: stop,
  };
}
