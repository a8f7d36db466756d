/** A message that the server has not accepted yet. */
export interface PendingMessage {
  /** Makes repeated sends idempotent. */
  clientId: string;
  content: string;
  createdAt: string;
}
