import { maxEmailLength, passwordLength } from '#/features/auth';
import { formatClock } from '#/shared/format/format-time';

/** Longest reason of a refund, in code points (rules payment-refund, account-payment-refund). */
export const maxReasonLength = 1000;

/**
 * Longest name that the profile form accepts, in code points (rules account-profile-form,
 * accounts-profile-name).
 */
export const maxUsernameLength = 30;

/** Largest picture that is uploaded, in bytes (rules media-upload, account-picture). */
export const maxPictureBytes = 5 * 1024 * 1024;

/** How long (ms) the toast of a successful save is shown (rule account-saved). */
export const savedToastMs = 3000;

/** Texts that docs/rules.md fixes, and others of this feature. */
export const texts = {
  // rule account-profile-form
  usernameRequired: 'Username is required',
  usernameTooLong: `Name can have at most ${maxUsernameLength} characters`,
  // rules account-password-form, accounts-password-change
  currentRequired: 'Current password is required',
  newRequired: 'New password is required',
  confirmRequired: 'Confirm password is required',
  // rule accounts-password-length
  passwordTooShort: `Password must be at least ${passwordLength.min} characters long`,
  passwordTooLong: `Password must be at most ${passwordLength.max} characters long`,
  passwordsDiffer: 'Passwords do not match',
  // rule account-profile-form
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  emailTooLong: `Email must be at most ${maxEmailLength} characters long`,
  // rule account-saved
  saved: 'Settings updated successfully!',
  // rule account-save-failure
  saveFailed: 'Failed to update settings',
  unreachable: 'An error occurred',
  // rule account-picture
  pictureHint: 'JPEG, PNG, WebP or GIF, at most 5 MB',
  // rules media-upload, media-upload-kinds: the server has the same texts in media/errors.go
  pictureType: 'Please choose a JPEG, PNG, WebP or GIF picture.',
  pictureTooLarge: 'A picture can have at most 5 MB. Please choose a smaller one.',
  pictureFailed: 'The picture could not be uploaded. Please try again.',
  pictureUploading: 'Uploading the picture',
  pictureUploaded: 'The picture is uploaded. Save Changes to use it.',
  pictureRemoved: 'Save Changes to remove the picture.',
  // rule account-confirm-again
  confirmEmail: 'Confirm your email address',
  preferencesUnread: 'Your notification settings could not be fetched.',
  privacyUnread: 'Your privacy settings could not be fetched.',
  sessionsUnread: 'Your sessions could not be fetched.',
  endFailed: 'The session could not be ended.',
  endOthersFailed: 'The other sessions could not be ended.',
  twoFactorOn: 'Two-factor sign-in is on.',
  twoFactorOff: 'Two-factor sign-in is off.',
  secretCopied: 'The secret is copied.',
  codesCopied: 'The recovery codes are copied.',
  copyFailed: 'It could not be copied. Please select the text and copy it.',
  exportFailed: 'Your data could not be prepared. Please try again.',
  paymentsUnread: 'Your payments could not be fetched.',
  morePaymentsUnread: 'Older payments could not be fetched.',
  // rule account-payment-invoice
  invoiceNone: 'There is no invoice, because nothing was paid.',
  invoiceFailed: 'The invoice could not be fetched. Please try again.',
  refunded: 'Your refund is on its way.',
  refundFailed: 'The refund could not be asked for. Please try again.',
  helpUnread: 'The help pages could not be fetched.',
  // rules help-contacts, help-chat
  callBackSubject: 'Please call me back',
  callBackMessage: 'My telephone number: \nA good time to call: ',
  chatSubject: 'A question from the live chat',
  // rule help-chat
  chatIntro:
    'Ask in your own words. The answers come at once from our help pages; no person reads this chat.',
  chatNoAnswer: 'I have no answer to that. Try other words, or write to a person.',
  // rule account-delete
  deleted: 'Your account is deleted.',
  deleteFailed: 'Failed to delete account',
  // rule notifications-panel
  noNotices: 'No notifications yet',
  noNoticesHelp: "We'll notify you about new likes, comments, and updates.",
  noUnread: 'No unread notifications',
  noRead: 'No read notifications',
  allCaughtUp: 'All caught up!',
  noticesFailed: 'Your notifications could not be fetched.',
  noticeUnread: 'The notification could not be marked as read.',
  noticesUnread: 'The notifications could not be marked as read.',
  noticeKept: 'The notification could not be deleted.',
} as const;

/**
 * Says when the next download is allowed: `seconds` after `now` (ms). Adds 'tomorrow' if that is another day
 * (rule account-export).
 */
export function exportWaitText(now: number, seconds: number): string {
  const endTime = new Date(now + seconds * 1000);
  const daySuffix = endTime.getDate() === new Date(now).getDate() ? '' : ' tomorrow';
  return `You can download your data again${daySuffix} at ${formatClock(endTime.toISOString())}.`;
}

/** Shown until the link in the mail to a new address is opened (rule account-pending-email). */
export const pendingEmailText = (email: string) => `Waiting for confirmation of ${email}`;
