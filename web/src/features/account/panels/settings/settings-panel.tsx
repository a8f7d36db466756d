import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { TabPanel, Tabs, useTabIds } from '#/shared/ui/tabs';
import type { PanelProps } from '../../sections';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { Security } from './security';
import '../../styles/settings.css';

const Notifications = lazy(() =>
  import('./notifications').then((m) => ({ default: m.Notifications })),
);
const PrivacyTab = lazy(() => import('./privacy').then((m) => ({ default: m.PrivacyTab })));

const settingsTabs = [
  { key: 'profile', label: 'Profile' },
  { key: 'password', label: 'Password' },
  { key: 'notifications', label: 'Notifications' },
  { key: 'privacy', label: 'Privacy' },
  { key: 'security', label: 'Security' },
] as const;

type SettingsTab = (typeof settingsTabs)[number]['key'];

const isSettingsTab = (value: unknown): value is SettingsTab =>
  settingsTabs.some(({ key }) => key === value);

/**
 * The account settings. `tab` in the address names the first tab; the history entry keeps the chosen tab
 * (rule account-settings-tabs).
 */
export function SettingsPanel({ user, VoicePart }: PanelProps) {
  const tabParam = useSearchParams()[0].get('tab');
  const firstTab = isSettingsTab(tabParam) ? tabParam : 'profile';
  const [tab, setTab] = useEntryState<SettingsTab>('settings-tab', firstTab, isSettingsTab);
  const id = useTabIds();
  const panelProps = (key: SettingsTab) => ({
    id,
    tab: key,
    active: tab,
    className: 'settings__panel',
  });
  return (
    <div className="settings">
      <Tabs label="Account Settings" id={id} tabs={settingsTabs} active={tab} onChange={setTab} />
      <TabPanel {...panelProps('profile')}>
        <ProfileForm user={user} />
        {tab === 'profile' && VoicePart && (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <VoicePart user={user} />
          </Suspense>
        )}
      </TabPanel>
      <TabPanel {...panelProps('password')}>
        <PasswordForm user={user} />
      </TabPanel>
      <TabPanel {...panelProps('notifications')}>
        {tab === 'notifications' && (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Notifications user={user} />
          </Suspense>
        )}
      </TabPanel>
      <TabPanel {...panelProps('privacy')}>
        {tab === 'privacy' && (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <PrivacyTab user={user} />
          </Suspense>
        )}
      </TabPanel>
      <TabPanel {...panelProps('security')}>
        <Security user={user} isTabShown={tab === 'security'} />
      </TabPanel>
    </div>
  );
}
