/** Texts that docs/rules.md fixes. */
export const texts = {
  /** Label of a pay button whose plan could not be fetched (rule payment-button). */
  unlock: 'Unlock Full Access',
  processing: 'Processing...',
  // rule payment-missing-details
  missingDetails: 'Missing required payment details',
  noOrder: 'Order creation failed',
  // rule payment-verify-flow
  notVerified: 'Payment verification failed',
  // rule payment-failure
  cancelled: 'Payment cancelled by user',
  // rule payment-flow
  done: 'Payment successful!',
  // rules payment-failure, payment-closed-window
  failed: 'Payment failed or cancelled.',
  // rule payment-success
  successTitle: 'Payment Successful!',
  /** Title of the payment window of the sandbox (rule payment-sandbox-window). */
  sandboxTitle: 'Test payment: no money moves',
} as const;

/** Why a payment failed, in a sentence after `texts.failed` (rule payment-refused-order). */
export const failureReasons = {
  offline: 'The server cannot be reached, and nothing was charged. Try again when you are online.',
  unavailable: 'Payment does not work at the moment, and nothing was charged. Try again later.',
  loginEnded: 'Your login has ended. Log in, and the payment starts.',
  loginEndedPaid: 'Your login has ended. Log in, and your payment is confirmed.',
  alreadyOpen: 'This is open already.',
  // rule payment-razorpay-window
  noWindow:
    'The payment window could not be loaded, and nothing was charged. Allow scripts of the payment provider, then try again.',
  codeNotLoaded: 'The payment could not be started. Reload the page and try again.',
} as const;

/** Shown while the provider has not confirmed the payment (rule payment-pending). */
export const pendingText =
  'Your payment is being confirmed. What you bought opens by itself, usually within a minute.';

/**
 * The welcome in the payment-success modal (rule payment-success). `isAllPlan` is true for the plan of all
 * characters.
 */
export function welcomeText(name: string, isAllPlan: boolean): string {
  if (isAllPlan) return 'Welcome to Premium. The door is open, and so is every other one.';
  return `Welcome to Premium. The door of ${name} is open.`;
}

/** The reason after a 429, from Retry-After in seconds. */
export function waitText(seconds: number | null): string {
  if (seconds === null) return 'That was a lot at once. Please wait a moment, then try again.';
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 1) return `That was a lot at once. Please try again in ${minutes} minutes.`;
  return 'That was a lot at once. Please try again in a minute.';
}
