/** A message that the server has not accepted yet. */
export interface PendingMessage {
  /** Makes repeated sends idempotent (rule chat-client-id). */
  clientId: string;
  content: string;
  createdAt: string;
}
