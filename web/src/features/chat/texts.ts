export const texts = {
  // rule chat-search-opens
  messageGone: 'This message is not in the chat any more.',
  // rule chat-sidebar-search
  search: 'Search Chat...',
  // rule chat-sidebar-loading
  noChats: 'No chats yet',
  noChatsHelp: 'Pick somebody from the album and the first page is yours.',
  meet: 'Meet the Characters',
  // rule chats-delete-open
  deleted: 'This chat was deleted',
  startAnew: 'Start a new chat',
  startFailed: 'The chat would not open. Please try again.',
  // rule chat-unknown-character
  notFound: 'Character not found',
  // rule replies-failure-text
  replyFailed: 'Error: Failed to get response. Please try again.',
  // rule chat-send-failed
  sendFailed: 'Failed to send message. Please try again.',
  messageSafe: 'Your message is safe and is not sent twice.',
  replyInterrupted: 'The line broke here. What had arrived is kept.',
  // rule chat-copy
  copied: 'Message copied to clipboard!',
  copyFailed: 'Failed to copy message to clipboard',
  stopFailed: 'The reply could not be stopped.',
  earlierFailed: 'The earlier messages could not be fetched.',
  allCharacters: 'All characters',
  connectionLost: 'The line is down, trying again',
  modelLoads: 'Waking up. The first reply can take a minute.',
  saving: 'Saving…',
  waitsToSend: 'Waiting to send',
  // rule access-locked-chat
  locked: 'This chat is locked.',
  loginEnded: 'Your login has ended',
} as const;

/** The text above the field of a locked chat that has messages. */
export function lockedText(name: string): string {
  return `${name} keeps a closed door. What was said stays readable.`;
}

/** The stored text of a refusal (rule chat-refusal-stored-text). */
export function httpErrorText(status: number): string {
  return `HTTP error! status: ${status}`;
}

/**
 * The text above the field while the server is unreachable. `waiting` is the number of unsent
 * messages.
 */
export function unreachableText(online: boolean, waiting: number): string {
  const reason = online ? 'The server does not answer.' : 'You are offline.';
  if (waiting === 0) return `${reason} What you send waits here and goes when the line is back.`;
  if (waiting === 1)
    return `${reason} 1 message waits in the outbox and goes when the line is back.`;
  return `${reason} ${waiting} messages wait in the outbox and go in order when the line is back.`;
}

/** The text under a reply that waits because other replies are written first (rule replies-queued). */
export function queuedText(seconds: number): string {
  const duration = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return `Many people are talking right now. About ${duration}.`;
}

/** The text of a refusal whose Retry-After header has this number of seconds (rule chat-refused-line). */
export function waitText(seconds: number): string {
  if (seconds > 90) {
    return `That was a lot at once. Please wait ${Math.ceil(seconds / 60)} minutes, then send it again.`;
  }
  const unit = seconds === 1 ? 'second' : 'seconds';
  return `That was a lot at once. Please wait ${seconds} ${unit}, then send it again.`;
}

/** Name of the button that deletes a chat in the sidebar. */
export const deleteLabel = (name: string) => `Delete chat with ${name}`;
