type Tone = 'good' | 'warn' | 'bad' | 'mute';

const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  paid: 'good',
  active: 'good',
  pending: 'warn',
  failed: 'bad',
  cancelled: 'bad',
};

/** The colour of a status (rule account-payment-status). */
export function statusTone(status: string): Tone {
  return tones[status] ?? 'mute';
}

/** 'partially_refunded' as 'Partially refunded'. */
export function capitalWords(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
