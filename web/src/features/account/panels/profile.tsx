import { clsx } from 'clsx';
import { ArrowRight, Pencil } from 'lucide-react';
import { displayName } from '#/features/auth';
import { formatYear } from '#/shared/format/format-date';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';
import { statusOf } from '../model/status';
import { type PanelProps, sectionsIn } from '../sections';
import '../styles/profile-panel.css';

function Facts({ user }: PanelProps) {
  const status = statusOf(user);
  return (
    <dl className="account-facts">
      <dt>Username</dt>
      <dd>{displayName(user)}</dd>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Member since</dt>
      <dd className="num">{formatYear(user.joined_date)}</dd>
      <dt>Status</dt>
      <dd>
        <span className={clsx('account-status', status === 'Active' && 'account-status--good')}>
          {status}
        </span>
      </dd>
    </dl>
  );
}

function MoreSections() {
  return (
    <ul className="account-more">
      {sectionsIn('profile').map(({ key, title, note, Icon }) => (
        <li key={key}>
          <Link className="account-more__row" to={paths.account.getHref(key)} replace>
            <Icon size={20} aria-hidden="true" />
            <span className="display t3">{title}</span>
            <span className="account-more__note small muted">{note}</span>
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Who the user is, and the way to the sections that the sidebar does not list. */
export function ProfilePanel({ user }: PanelProps) {
  return (
    <>
      <div className="account-profile">
        <Facts user={user} />
        <Link className={buttonClass('line')} to={paths.account.getHref('settings')} replace>
          <Pencil size={16} aria-hidden="true" />
          Edit profile
        </Link>
      </div>
      <MoreSections />
    </>
  );
}
