import { LogOut } from 'lucide-react';
import { displayName, useLogout } from '#/features/auth';
import type { User } from '#/shared/api/types';
import { formatYear } from '#/shared/format/format-date';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { UserPicture } from '#/shared/ui/user-picture';
import { subscriptionText } from '../model/subscription-text';
import { sectionsIn } from '../sections';

export interface SidebarProps {
  user: User;
  /** Key of the section that is shown. */
  currentKey: string;
}

function UserSummary({ user }: { user: User }) {
  return (
    <div className="account-who">
      <UserPicture name={displayName(user)} src={user.avatar} />
      <div className="account-who__words">
        <p className="display t4">{displayName(user)}</p>
        <p className="small faint">{user.email}</p>
        {user.is_paid && <p className="account-who__badge">Premium</p>}
      </div>
    </div>
  );
}

function Sections({ currentKey }: { currentKey: string }) {
  return (
    <ul>
      {sectionsIn('sidebar').map(({ addressKey, title, explanation, Icon }) => (
        <li key={addressKey}>
          <Link
            className="account-entry"
            to={paths.account.getHref(addressKey)}
            replace
            aria-current={addressKey === currentKey ? 'page' : undefined}
          >
            <Icon size={20} aria-hidden="true" />
            <span>
              <span className="account-entry__title">{title}</span>
              {explanation !== '' && <span className="account-entry__note">{explanation}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The user, the sections, Sign Out, year of registration and status (rules account-sidebar, account-sections). */
export function Sidebar({ user, currentKey }: SidebarProps) {
  const logout = useLogout();
  return (
    <div className="account-side">
      <UserSummary user={user} />
      <nav aria-label="Account">
        <Sections currentKey={currentKey} />
      </nav>
      <button type="button" className="account-entry" onClick={() => logout.mutate()}>
        <LogOut size={20} aria-hidden="true" />
        <span className="account-entry__title">Sign Out</span>
      </button>
      <dl className="account-facts">
        <dt>Member since</dt>
        <dd className="num">{formatYear(user.joined_date)}</dd>
        <dt>Status</dt>
        <dd>{subscriptionText(user)}</dd>
      </dl>
    </div>
  );
}
