import { useQuery } from '@tanstack/react-query';
import type { ActivityEvent } from '#/shared/api/types';
import { formatAge } from '#/shared/format/format-time';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { UserPicture } from '#/shared/ui/user-picture';
import { activityQuery } from '../api/activity-query';
import { texts } from '../texts';
import '../styles/comments.css';

/** The icon of a milestone: a line that rises. */
function MilestoneIcon() {
  return (
    <svg
      className="activity__mark"
      width="34"
      height="34"
      viewBox="0 0 34 34"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M2 23H9C13 23 13 9 17 9C21 9 21 23 25 23H32M2 29H10C13 29 14 22 17 22C20 22 21 29 24 29H32" />
    </svg>
  );
}

function ActivityRow({ event }: { event: ActivityEvent }) {
  const { user, text, created_at: at } = event;
  return (
    <li className="comment">
      {user ? <UserPicture name={user.name} src={user.avatar} lazy /> : <MilestoneIcon />}
      <div className="comment__words">
        <p className="comment__head">
          {user && (
            <span>
              <bdi className="comment__name">{user.name}</bdi> commented
            </span>
          )}
          <time dateTime={at}>{formatAge(at)}</time>
        </p>
        <p className="comment__text" dir="auto">
          {text}
        </p>
      </div>
    </li>
  );
}

/** The recent activity of a character: comments and milestones (rule profile-activity). */
export function Activity({ character }: { character: string }) {
  const { data, isError, refetch } = useQuery(activityQuery(character));
  if (isError && !data) {
    return <FailedRead size="row" title={texts.activityUnread} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonRows rows={3} label="Loading activity" />;
  if (data.length === 0) return <EmptyState isFrameless title={texts.quiet} />;
  return (
    <ul className="activity">
      {data.map((event) => (
        <ActivityRow key={event.id} event={event} />
      ))}
    </ul>
  );
}
