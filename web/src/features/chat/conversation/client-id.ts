/** Id of one attempt to send (spec 3 §3). `randomUUID` exists on secure origins only. */
export function newClientId(): string {
  if ('randomUUID' in crypto) return `user-${crypto.randomUUID()}`;
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return `user-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
