import type { HelpContent } from '#/shared/api/types';

/** Short contents of Help & Support. */
export function fakeHelp(over: Partial<HelpContent> = {}): HelpContent {
  return {
    categories: [
      { key: 'account', name: 'Account' },
      { key: 'payments', name: 'Payments' },
    ],
    questions: [
      {
        id: 'password',
        category: 'account',
        question: 'How long must my password be?',
        answer: '6 to 30 characters.',
      },
      {
        id: 'money',
        category: 'payments',
        question: 'Can I have my money back?',
        answer: 'Within 3 days. Rules of refunds are in the /refund-policy, à la carte.',
      },
    ],
    contacts: [
      { kind: 'chat', title: 'Live Chat', note: 'Automatic answers, instantly' },
      { kind: 'email', title: 'Email Support', note: 'Within 24 hours' },
      { kind: 'phone', title: 'Phone Support', note: 'During business hours' },
    ],
    hours: [
      { name: 'Mon-Fri', value: '9:00-18:00 IST' },
      { name: 'Sun', value: 'closed' },
    ],
    response_times: [{ name: 'Chat', value: 'instant' }],
    response_note: 'The chat answers by itself.',
    resources: [{ title: 'Guide', page: 'Community Guidelines', link: '/community-guide' }],
    support_email: 'help@colloquy.example',
    ...over,
  };
}
