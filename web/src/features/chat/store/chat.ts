import type { ChatAction } from '../state/chat-reducer';
import type { PendingMessage } from '../state/pending-message';
import type { ChatStore } from './chat-store';
import type { StreamOpener } from './stream-opener';

/** How to start a reply that replaces a part of the log, such as a new version or the reply to an edit. */
export interface ReplyStart {
  /** The action that shows the change in the log. */
  action: ChatAction;
  /** Key of the reply's entry. */
  replyKey: string;
  startRequest: StreamOpener;
  /** Called after a new login, to make the whole change again. */
  retry: () => void;
  /** Called when the server has not accepted the request. The log is then as it was before. */
  onFailed?: () => void;
}

/** One conversation on the screen: its store and what the user can do. */
export interface Chat {
  sessionId: string;
  store: ChatStore;
  /** Sends a text, or queues it while the server is unreachable; false if it cannot be sent. */
  send: (text: string) => boolean;
  /** Adds a message to the outbox, from which it is sent once. */
  queue: (message: PendingMessage) => void;
  stop: () => void;
  /** Generates the last reply again, without repeating the user's message. */
  retry: () => void;
  /** Starts a reply that replaces a part of the log. */
  beginReply: (start: ReplyStart) => void;
  /** Fetches the stored messages here and in the other tabs. Call it when an API call has changed messages. */
  refreshTabs: () => Promise<void>;
  /** Inserts a text at the start of the field, before the text that is already there. */
  moveToField: (text: string) => void;
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
