import { type LucideIcon, Settings, UserRound } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { User } from '#/shared/api/types';

export interface PanelProps {
  user: User;
}

interface Section {
  /** Value of `section` in the address. */
  key: string;
  /** Heading of the panel and title of the browser's tab. */
  title: string;
  /** Short explanation beside the title, where it is listed. */
  note: string;
  Icon: LucideIcon;
  /** Where it is listed: in the sidebar, or in the panel of the profile. */
  list: 'sidebar' | 'profile';
  Panel: ComponentType<PanelProps>;
}

const profile: Section = {
  key: 'profile',
  title: 'Profile',
  note: 'Personal information',
  Icon: UserRound,
  list: 'sidebar',
  Panel: lazy(() => import('./panels/profile').then((m) => ({ default: m.ProfilePanel }))),
};

const settings: Section = {
  key: 'settings',
  title: 'Account Settings',
  note: 'Profile, Password, Security',
  Icon: Settings,
  list: 'profile',
  Panel: lazy(() =>
    import('./panels/settings/settings-panel').then((m) => ({ default: m.SettingsPanel })),
  ),
};

/** The panels of the account area, in the order of the lists (rule account-sections). */
const sections: readonly Section[] = [profile, settings];

/** The section that an address names; the profile if it names none or an unknown one. */
export function findSection(key: string | null): Section {
  return sections.find((section) => section.key === key) ?? profile;
}

export function sectionsIn(list: Section['list']): readonly Section[] {
  return sections.filter((section) => section.list === list);
}
