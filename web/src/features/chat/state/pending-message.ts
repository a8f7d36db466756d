/** One line on its way to the server. */
export interface Attempt {
  /** Makes sending it again harmless (spec 3 §3). */
  clientId: string;
  content: string;
  createdAt: string;
}
