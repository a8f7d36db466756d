import { useEntryState } from '#/shared/hooks/use-entry-state';
import { TabPanel, Tabs, useTabIds } from '#/shared/ui/tabs';
import type { PanelProps } from '../../sections';
import { PasswordForm } from './password-form';
import { ProfileForm } from './profile-form';
import { Security } from './security';
import '../../styles/settings.css';

const tabs = [
  { key: 'profile', label: 'Profile' },
  { key: 'password', label: 'Password' },
  { key: 'security', label: 'Security' },
] as const;

type Tab = (typeof tabs)[number]['key'];

const isTab = (value: unknown): value is Tab => tabs.some(({ key }) => key === value);

/** The account settings. The history entry keeps the chosen tab. */
export function SettingsPanel({ user }: PanelProps) {
  const [tab, setTab] = useEntryState<Tab>('settings-tab', 'profile', isTab);
  const id = useTabIds();
  const panel = (key: Tab) => ({ id, tab: key, active: tab, className: 'settings__panel' });
  return (
    <div className="settings">
      <Tabs label="Account Settings" id={id} tabs={tabs} active={tab} onChange={setTab} />
      <TabPanel {...panel('profile')}>
        <ProfileForm user={user} />
      </TabPanel>
      <TabPanel {...panel('password')}>
        <PasswordForm user={user} />
      </TabPanel>
      <TabPanel {...panel('security')}>
        <Security user={user} shown={tab === 'security'} />
      </TabPanel>
    </div>
  );
}
