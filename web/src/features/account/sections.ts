import {
  Bell,
  CircleHelp,
  Heart,
  Library,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  Settings,
  UserRound,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { User } from '#/shared/api/types';

export interface PanelProps {
  user: User;
  /** The settings part 'Voice'. The page passes it, because it belongs to another feature. */
  VoicePart?: ComponentType<{ user: User }> | undefined;
}

interface Section {
  /** Value of `section` in the address. */
  addressKey: string;
  /** Heading of the panel and title of the browser's tab. */
  title: string;
  /** Short explanation beside the title in the list. */
  explanation: string;
  Icon: LucideIcon;
  /** The list that has the section: the sidebar, or the list in the profile panel. */
  sectionListName: 'sidebar' | 'profile';
  Panel: ComponentType<PanelProps>;
}

const profile: Section = {
  addressKey: 'profile',
  title: 'Profile',
  explanation: 'Personal information',
  Icon: UserRound,
  sectionListName: 'sidebar',
  Panel: lazy(() => import('./panels/profile').then((m) => ({ default: m.ProfilePanel }))),
};

const payments: Section = {
  addressKey: 'payments',
  title: 'Payment History',
  explanation: 'Billing and transactions',
  Icon: ReceiptText,
  sectionListName: 'sidebar',
  Panel: lazy(() =>
    import('./panels/payments/payments').then((m) => ({ default: m.PaymentsPanel })),
  ),
};

const help: Section = {
  addressKey: 'help',
  title: 'Help & Support',
  explanation: '',
  Icon: CircleHelp,
  sectionListName: 'sidebar',
  Panel: lazy(() => import('./panels/help/help').then((m) => ({ default: m.HelpPanel }))),
};

const favorites: Section = {
  addressKey: 'favorites',
  title: 'Favorite Characters',
  explanation: 'Characters that you like',
  Icon: Heart,
  sectionListName: 'profile',
  Panel: lazy(() =>
    import('./panels/favorites/favorites').then((m) => ({ default: m.FavoritesPanel })),
  ),
};

const collections: Section = {
  addressKey: 'collections',
  title: 'My Collections',
  explanation: 'Characters that you follow, and your own collections',
  Icon: Library,
  sectionListName: 'profile',
  Panel: lazy(() =>
    import('./panels/collections/collections').then((m) => ({ default: m.CollectionsPanel })),
  ),
};

const chats: Section = {
  addressKey: 'chats',
  title: 'Chat History',
  explanation: 'All your conversations',
  Icon: MessagesSquare,
  sectionListName: 'profile',
  Panel: lazy(() => import('./panels/chats/chats').then((m) => ({ default: m.ChatsPanel }))),
};

const notifications: Section = {
  addressKey: 'notifications',
  title: 'Notifications',
  explanation: 'Replies, likes, news and payments',
  Icon: Bell,
  sectionListName: 'profile',
  Panel: lazy(() =>
    import('./panels/notifications/notifications').then((m) => ({ default: m.NotificationsPanel })),
  ),
};

const settings: Section = {
  addressKey: 'settings',
  title: 'Account Settings',
  explanation: 'Profile, Password, Notifications, Privacy, Security',
  Icon: Settings,
  sectionListName: 'profile',
  Panel: lazy(() =>
    import('./panels/settings/settings-panel').then((m) => ({ default: m.SettingsPanel })),
  ),
};

/** The panels of the account area, in the order of the sidebar and the menu (rule account-sections). */
const sections: readonly Section[] = [
  profile,
  payments,
  help,
  favorites,
  collections,
  chats,
  notifications,
  settings,
];

/**
 * Returns the section with the key, which comes from the address. Returns the profile section if the key is
 * null or unknown.
 */
export function findSection(key: string | null): Section {
  return sections.find((section) => section.addressKey === key) ?? profile;
}

export function sectionsIn(sectionListName: Section['sectionListName']): readonly Section[] {
  return sections.filter((section) => section.sectionListName === sectionListName);
}
