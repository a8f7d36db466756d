import type { Preferences, Privacy } from '#/shared/api/types';
import type { SwitchChange } from './switches';

export interface SwitchRow<Name extends string> {
  name: Name;
  label: string;
  note: string;
}

/**
 * The groups of notices that the server writes inside the app (rule settings-notices). The stored
 * groups without notices, and mail, have no switch.
 */
export const noticeRows = [
  {
    name: 'character_updates',
    label: 'Character updates',
    note: 'New characters in the categories of the characters you follow',
  },
  { name: 'interactions', label: 'Interactions', note: 'Likes of and replies to your comments' },
] as const satisfies readonly SwitchRow<string>[];

export const privacyRows = [
  {
    name: 'public_profile',
    label: 'Public profile',
    note: "Others see your name beside your comments, or 'A member' while this is off",
  },
  {
    name: 'activity_status',
    label: 'Activity status',
    note: 'Your comments appear in the activity of characters',
  },
  {
    name: 'analytics',
    label: 'Analytics',
    note: "Today nobody's chats are counted by person. Your choice is kept for when that changes.",
  },
  {
    name: 'recommendations',
    label: 'Personalised recommendations',
    note: 'Today nothing is personalised. Your choice is kept for when that changes.',
  },
] as const satisfies readonly SwitchRow<string>[];

export type NoticeName = (typeof noticeRows)[number]['name'];
export type PrivacyName = (typeof privacyRows)[number]['name'];

/** The settings with another state of one switch; everything else stays as it was read. */
export function withNotice(old: Preferences, change: SwitchChange<NoticeName>): Preferences {
  return { ...old, notifications: { ...old.notifications, [change.name]: change.on } };
}

export function withPrivacy(old: Privacy, change: SwitchChange<PrivacyName>): Privacy {
  return { ...old, [change.name]: change.on };
}
