type Tone = 'good' | 'warn' | 'bad' | 'mute';

/** The tones of statuses; others are 'mute' (rule account-payment-status). */
const toneByStatus: Readonly<Record<string, Tone>> = {
  completed: 'good',
  paid: 'good',
  active: 'good',
  pending: 'warn',
  failed: 'bad',
  cancelled: 'bad',
};

/** The tone of a payment's status, which decides its colour. */
export function statusTone(status: string): Tone {
  return toneByStatus[status] ?? 'mute';
}

/** Turns 'partially_refunded' into 'Partially refunded'. */
export function sentenceCase(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
