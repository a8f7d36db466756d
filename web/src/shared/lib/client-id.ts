/** Makes the id of one send (rule chat-client-id). `randomUUID` exists on secure origins only. */
export function newClientId(): string {
  if ('randomUUID' in crypto) return `user-${crypto.randomUUID()}`;
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return `user-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
