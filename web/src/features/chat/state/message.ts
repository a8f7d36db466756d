import type { Message as MessageRow } from '#/shared/api/types';

export type ReplyStatus = MessageRow['status'];

/** One entry of the log: a stored message, or one made by this tab (ids 'user-', 'ai-'). */
export interface ChatMessage {
  /**
   * The local entry and the stored entry of a message have an equal key, so that the row stays
   * mounted.
   */
  key: string;
  id: string;
  /** True until the server has accepted the message. Its stored id may arrive later. */
  isLocal: boolean;
  isUser: boolean;
  content: string;
  createdAt: string;
  status: ReplyStatus;
  clientId: string;
  /**
   * Id of the message that a reply answers; in a local reply, the client id of that message. Empty
   * for messages of the user.
   */
  replyTo: string;
  provider: string;
  suggestions: readonly string[];
  /** Quotations that the server has marked in a reply. */
  quotes: readonly Quote[];
  /**
   * All versions of the last reply, oldest first. Empty if the last reply has one version, and in any other
   * message.
   */
  versions: readonly Version[];
  /** The user's hint for this version of the reply; empty without one. */
  guidance: string;
  /** The user's rating of the reply; undefined without one. */
  feedback: Feedback | undefined;
}

export type Feedback = NonNullable<MessageRow['feedback']>;

/** A version of a reply, without its text. */
export type Version = NonNullable<MessageRow['alternatives']>[number];

/**
 * A passage of a reply that the server has marked. `kind` is 'documented' for a saying on record. It is
 * 'spirit' for other passages in quotation marks. `start` and `end` count code points.
 */
export type Quote = NonNullable<MessageRow['quotes']>[number];

/** These lists are shared by all messages, so that memoised components do not render again. */
const noSuggestions: readonly string[] = [];
const noQuotes: readonly Quote[] = [];
const noVersions: readonly Version[] = [];

/** Turns a stored row into an entry. `key` is the key of the entry that it replaces, if any. */
export function messageFromRow(row: MessageRow, key: string = row.id): ChatMessage {
  return {
    key,
    id: row.id,
    isLocal: false,
    isUser: row.is_user_message,
    content: row.content,
    createdAt: row.created_at,
    status: row.status,
    clientId: row.client_id ?? '',
    replyTo: row.reply_to ?? '',
    provider: row.provider ?? '',
    suggestions: row.suggestions ?? noSuggestions,
    quotes: row.quotes ?? noQuotes,
    versions: row.alternatives ?? noVersions,
    guidance: row.guidance ?? '',
    feedback: row.feedback,
  };
}

/** False for an entry with an id made by this tab. */
export function hasStoredId({ id }: Pick<ChatMessage, 'id'>): boolean {
  return !id.startsWith('user-') && !id.startsWith('ai-');
}

/** Id of an entry whose reply is generated again, until the server sends the new reply's id. */
export function regeneratedId(formerId: string): string {
  return `ai-${formerId}`;
}

/** Whether the reply can be tried again (rule replies-retry). */
export function hasFailed({ status }: Pick<ChatMessage, 'status'>): boolean {
  return status === 'failed' || status === 'interrupted';
}

interface Turn {
  userMessage: ChatMessage;
  reply: ChatMessage;
}

/** The user's message and the empty reply that appear at once (rule chat-shown-at-once). */
export function localTurn(content: string, clientId: string, now: string): Turn {
  const commonFields = {
    isLocal: true,
    createdAt: now,
    provider: '',
    suggestions: noSuggestions,
    quotes: noQuotes,
    versions: noVersions,
    guidance: '',
    feedback: undefined,
  };
  const replyId = clientId.replace(/^user-/, 'ai-');
  return {
    userMessage: {
      ...commonFields,
      key: clientId,
      id: clientId,
      isUser: true,
      content,
      status: 'complete',
      clientId,
      replyTo: '',
    },
    reply: {
      ...commonFields,
      key: replyId,
      id: replyId,
      isUser: false,
      content: '',
      status: 'generating',
      clientId: '',
      replyTo: clientId,
    },
  };
}

/**
 * True if a refetched entry equals the former one. The former entry is then kept and does not render
 * again.
 */
export function isSameMessage(a: ChatMessage, b: ChatMessage): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
