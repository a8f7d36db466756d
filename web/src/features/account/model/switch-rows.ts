import type { Preferences, Privacy } from '#/shared/api/types';
import type { SwitchChange, SwitchStates } from './switches';

export interface SwitchRow<Name extends string> {
  name: Name;
  label: string;
  explanation: string;
}

/**
 * The switches that decide which groups of notices the app shows (rules settings-notices,
 * account-notifications).
 */
export const noticeRows = [
  {
    name: 'character_updates',
    label: 'Character updates',
    explanation: 'News of the characters you follow, and purchases that end',
  },
  {
    name: 'interactions',
    label: 'Interactions',
    explanation: 'Likes of and replies to your comments',
  },
  {
    name: 'promotions',
    label: 'Promotions',
    explanation: 'A message from us, at most once a month',
  },
  { name: 'newsletter', label: 'Newsletter', explanation: 'Each new article of the Colloquy Feed' },
] as const satisfies readonly SwitchRow<string>[];

type NoticeGroup = (typeof noticeRows)[number]['name'];

export type NoticeName = NoticeGroup | `mail_${NoticeGroup}`;

/** The switches that decide which groups of notices are also mailed. */
export const mailRows: readonly SwitchRow<`mail_${NoticeGroup}`>[] = noticeRows.map(
  ({ name, label, explanation }) => ({ name: `mail_${name}` as const, label, explanation }),
);

/** The states of all notice switches, by name. */
export function noticeStates({ notifications, mail }: Preferences): SwitchStates<NoticeName> {
  return {
    ...notifications,
    mail_character_updates: mail.character_updates,
    mail_interactions: mail.interactions,
    mail_promotions: mail.promotions,
    mail_newsletter: mail.newsletter,
  };
}

/** The privacy switches with their notes (rule account-privacy). */
export const privacyRows = [
  {
    name: 'public_profile',
    label: 'Public profile',
    explanation: "Others see your name beside your comments, or 'A member' while this is off",
  },
  {
    name: 'activity_status',
    label: 'Activity status',
    explanation: 'Your comments appear in the activity of characters',
  },
  {
    name: 'analytics',
    label: 'Analytics',
    explanation:
      "Today nobody's chats are counted by person. Your choice is kept for when that changes.",
  },
  {
    name: 'recommendations',
    label: 'Personalised recommendations',
    explanation: 'Today nothing is personalised. Your choice is kept for when that changes.',
  },
] as const satisfies readonly SwitchRow<string>[];

export type PrivacyName = (typeof privacyRows)[number]['name'];

/** Returns the settings with one switch changed. */
export function withNoticeSwitch(
  old: Preferences,
  { name, on }: SwitchChange<NoticeName>,
): Preferences {
  const isMail = name.startsWith('mail_');
  const settingsKey = isMail ? 'mail' : 'notifications';
  return { ...old, [settingsKey]: { ...old[settingsKey], [isMail ? name.slice(5) : name]: on } };
}

export function withPrivacySwitch(old: Privacy, change: SwitchChange<PrivacyName>): Privacy {
  return { ...old, [change.name]: change.on };
}
