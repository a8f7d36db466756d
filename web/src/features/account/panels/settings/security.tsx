import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import type { LoginSession, User } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useEndLogin, useEndOtherLogins } from '../../api/login-mutations';
import { loginsQuery } from '../../api/logins-query';
import { isPhone, sessionAgeText, sessionName, sortSessions } from '../../model/login-session';
import { texts } from '../../texts';
import { DangerZone } from './danger-zone';
import { OwnData } from './own-data';
import { TwoFactor } from './two-factor';

interface SessionRowProps {
  session: LoginSession;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const Icon = isPhone(session) ? Smartphone : Monitor;
  const name = sessionName(session);
  return (
    <li className="login-row">
      <Icon size={20} aria-hidden="true" />
      <div className="login-row__words">
        <p className="login-row__name">{name}</p>
        <p className="small faint">{sessionAgeText(session)}</p>
      </div>
      {session.current ? (
        <p className="account-status account-status--good">This device</p>
      ) : (
        <Button look="line" size="sm" busy={busy} aria-label={`End ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}

interface SessionsProps {
  userId: string;
  sessions: readonly LoginSession[];
  /** Called after sessions have ended. It moves the focus, because the pressed button is removed. */
  onEnded: () => void;
}

function Sessions({ userId, sessions, onEnded }: SessionsProps) {
  const endLogin = useEndLogin(userId, { onEnded });
  const endOtherLogins = useEndOtherLogins(userId, { onEnded });
  return (
    <>
      <ul>
        {sortSessions(sessions).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={endLogin.isPending && endLogin.variables === session.id}
            onEnd={() => endLogin.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <Button
          className="settings__end-others"
          look="line"
          busy={endOtherLogins.isPending}
          onClick={() => endOtherLogins.mutate()}
        >
          End all others
        </Button>
      )}
    </>
  );
}

interface SecurityProps {
  user: User;
  /** True while the tab is shown. Only then are the sessions fetched. */
  isTabShown: boolean;
}

/** The sessions in which the user is signed in (rule account-sessions). */
function ActiveSessions({ user, isTabShown }: SecurityProps) {
  const query = useQuery({ ...loginsQuery(user.id), enabled: isTabShown });
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="active-sessions">
      <h2 className="display t4" id="active-sessions" ref={heading} tabIndex={-1}>
        Active sessions
      </h2>
      {query.data ? (
        <Sessions userId={user.id} sessions={query.data} onEnded={() => heading.current?.focus()} />
      ) : query.isError ? (
        <FailedRead
          size="row"
          title={texts.sessionsUnread}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </section>
  );
}

/** Two-factor sign-in, the sessions, the user's data and the deletion of the account. */
export function Security(props: SecurityProps) {
  return (
    <>
      <TwoFactor user={props.user} />
      <ActiveSessions {...props} />
      <OwnData user={props.user} />
      <DangerZone user={props.user} />
    </>
  );
}
