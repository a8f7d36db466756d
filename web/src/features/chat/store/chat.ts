import type { Attempt } from '../state/pending-message';
import type { ChatStore } from './chat-store';

/** One conversation on the screen. */
export interface Chat {
  store: ChatStore;
  /** Sends, or lets it wait while the server is out of reach; false when it cannot be sent. */
  send: (text: string) => boolean;
  stop: () => void;
  /** Tries the last reply again, without repeating the user's line. */
  retry: () => void;
  refresh: () => Promise<void>;
  /** False when it failed. */
  loadEarlier: () => Promise<boolean>;
  /** Takes a waiting line out of the outbox, and into the field when it is to be edited. */
  takeOut: (attempt: Attempt, edit: boolean) => void;
  /** The browser has lost or found its network. */
  setOnline: (online: boolean) => void;
  /** Asks at once whether the server answers again. */
  tryNow: () => void;
  dismissRefusal: () => void;
  /** Begins reading; the result ends it, while the reply itself goes on. */
  open: () => () => void;
}
