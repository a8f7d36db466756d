/** Texts fixed by the specification (spec 1 §2, §4, §8), and the chat's own sentences around them. */
export const texts = {
  search: 'Search Chat...',
  noChats: 'No chats yet',
  noChatsHelp: 'Pick somebody from the album and the first page is yours.',
  meet: 'Meet the Characters',
  notFound: 'Character not found',
  replyFailed: 'Error: Failed to get response. Please try again.',
  sendFailed: 'Failed to send message. Please try again.',
  messageSafe: 'Your message is safe and is not sent twice.',
  lineBroke: 'The line broke here. What had arrived is kept.',
  copied: 'Message copied to clipboard!',
  copyFailed: 'Failed to copy message to clipboard',
  stopFailed: 'The reply could not be stopped.',
  earlierFailed: 'The earlier messages could not be fetched.',
  logoutFailed: 'Logout failed',
  noPayment: 'Payment is not set up on this server.',
} as const;

/** A message has 1 to 4,000 characters (spec 3 §3). */
export const longestMessage = 4000;

export function httpError(status: number): string {
  return `HTTP error! status: ${status}`;
}

/** For a refusal that says when to come back. */
export function waitText(seconds: number): string {
  if (seconds > 90) {
    return `That was a lot at once. Please wait ${Math.ceil(seconds / 60)} minutes, then send it again.`;
  }
  const unit = seconds === 1 ? 'second' : 'seconds';
  return `That was a lot at once. Please wait ${seconds} ${unit}, then send it again.`;
}
