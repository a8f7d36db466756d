/** Texts that docs/rules.md fixes, and others of this feature. */
export const texts = {
  // rule comments-page-size
  noMore: 'No more comments',
  none: 'No comments yet',
  noneHelp: 'The page is ruled and waiting.',
  placeholder: 'Add a comment',
  // rule comments-length
  tooLong: 'Comment is too long (at most 1,000 characters)',
  reportTooLong: 'Reason is too long (at most 500 characters)',
  posted: 'Your comment was posted.',
  // rules comments-unconfirmed, accounts-verified
  confirmEmail: 'Confirm your email address to comment.',
  postFailed: 'The comment could not be posted.',
  deleteFailed: 'The comment could not be deleted.',
  reportFailed: 'The report could not be sent.',
  unread: 'The comments could not be fetched.',
  // rule comments-earlier-replies
  earlier: 'Show earlier replies',
  earlierUnread: 'The earlier replies could not be fetched.',
  noMoreRead: 'The next comments could not be fetched.',
  deleteAsk: 'Delete this comment?',
  quiet: 'Nothing has happened here yet',
  activityUnread: 'The activity could not be fetched.',
} as const;

/** Longest trimmed texts, in code points (rule comments-length). */
export const maxLengths = { comment: 1000, reason: 500 } as const;

/** `ticket` is the number by which an operator finds the report (rule comments-report). */
export function reportSentText(ticket: string): string {
  return `Thank you. Somebody will look at it. The report has the number ${ticket}.`;
}

/** Shown above the replies while earlier ones are not fetched. */
export function newestRepliesText(shownCount: number, totalCount: number): string {
  return `The newest ${shownCount} of ${totalCount} replies`;
}
