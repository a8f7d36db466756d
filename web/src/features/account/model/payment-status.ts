type Tone = 'good' | 'warn' | 'bad' | 'mute';

const toneByStatus: Readonly<Record<string, Tone>> = {
  completed: 'good',
  paid: 'good',
  active: 'good',
  pending: 'warn',
  failed: 'bad',
  cancelled: 'bad',
};

/** The tone of a payment's status, which decides its colour (rule account-payment-status). */
export function statusTone(status: string): Tone {
  return toneByStatus[status] ?? 'mute';
}

/** Turns 'partially_refunded' into 'Partially refunded'. */
export function sentenceCase(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
