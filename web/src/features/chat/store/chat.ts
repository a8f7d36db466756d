import type { PendingMessage } from '../state/pending-message';
import type { ChatStore } from './chat-store';

/** One conversation on the screen: its store and what the user can do. */
export interface Chat {
  store: ChatStore;
  /** Sends a text, or queues it while the server is unreachable; false if it cannot be sent. */
  send: (text: string) => boolean;
  /** Adds a message to the outbox, from which it is sent once. */
  queue: (message: PendingMessage) => void;
  stop: () => void;
  /** Generates the last reply again, without repeating the user's message. */
  retry: () => void;
  refresh: () => Promise<void>;
  /** Fetches the next older page; false if that failed. */
  loadEarlier: () => Promise<boolean>;
  /** Removes a message from the outbox; with `edit` its text goes into the field. */
  removeWaiting: (message: PendingMessage, edit: boolean) => void;
  /** Call it when the browser goes offline or online. */
  setOnline: (online: boolean) => void;
  /** Probes the server at once. */
  reconnectNow: () => void;
  dismissRefusal: () => void;
  /** Starts reading. Call the result to stop reading; the server keeps generating. */
  open: () => () => void;
}
