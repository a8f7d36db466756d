import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, Settings } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { formatWholeCount } from '#/shared/format/format-count';
import { unreadText } from '#/shared/format/unread-text';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { paths } from '#/shared/lib/paths';
import { Button, buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { Tabs, useTabIds } from '#/shared/ui/tabs';
import { useMarkAllNoticesRead } from '../../api/notice-mutations';
import { type NoticeFilter, noticeFilters, noticesQuery } from '../../api/notices-query';
import type { PanelProps } from '../../sections';
import { texts } from '../../texts';
import { Notifications } from '../settings/notifications';
import { NoticeList } from './notice-list';
import '../../styles/notifications.css';

const filterLabels: Readonly<Record<NoticeFilter, string>> = {
  all: 'All',
  unread: 'Unread',
  read: 'Read',
};

const emptyTexts: Readonly<Record<NoticeFilter, { title: string; help?: string }>> = {
  all: { title: texts.noNotices, help: texts.noNoticesHelp },
  unread: { title: texts.noUnread },
  read: { title: texts.noRead },
};

const isNoticeFilter = (value: unknown): value is NoticeFilter =>
  noticeFilters.some((show) => show === value);

function TabLabel({ filter, count }: { filter: NoticeFilter; count: number | undefined }) {
  return (
    <>
      {filterLabels[filter]}{' '}
      {count !== undefined && <span className="num faint">{formatWholeCount(count)}</span>}
    </>
  );
}

interface NoticesHeadProps {
  unread: number | undefined;
  /**
   * The field `newest` of the first page of notices. 'Mark all read' marks the notices up to this value.
   * Undefined until the page is fetched.
   */
  newestCursor: string | undefined;
}

/** The number of unread notices, 'Mark all read', and a link to the settings. */
function NoticesHead({ unread, newestCursor }: NoticesHeadProps) {
  const markAllRead = useMarkAllNoticesRead();
  return (
    <div className="notices-top">
      <p className="muted" role="status">
        {unread !== undefined && (unread > 0 ? unreadText(unread) : texts.allCaughtUp)}
      </p>
      <Button
        look="line"
        size="sm"
        busy={markAllRead.isPending || !unread || newestCursor === undefined}
        onClick={() => markAllRead.mutate(newestCursor ?? '')}
      >
        <CheckCheck size={18} aria-hidden="true" />
        Mark all read
      </Button>
      <Link
        className={buttonClass('line', 'sm')}
        to={paths.account.getHref('settings', 'notifications')}
      >
        <Settings size={18} aria-hidden="true" />
        Settings
      </Link>
    </div>
  );
}

interface FilteredNoticesProps extends PanelProps {
  filter: NoticeFilter;
  /** The element that gets the focus when the last row is removed. */
  focusFallback: RefObject<HTMLElement | null>;
}

/**
 * The notices of one tab, or a text if there are none. It fetches the next page when the
 * end of the list comes near the viewport.
 */
function FilteredNotices({ user, filter, focusFallback }: FilteredNoticesProps) {
  const query = useInfiniteQuery(noticesQuery(user.id, filter));
  const { data, hasNextPage, isFetching, isError } = query;
  const endRef = useNearEnd<HTMLDivElement>(
    hasNextPage && !isFetching && !isError,
    () => void query.fetchNextPage(),
  );
  const notices = data?.pages.flatMap((page) => page.notifications) ?? [];
  const retry = () => void (data ? query.fetchNextPage() : query.refetch());
  if (query.isPlaceholderData || query.isPending) return <SkeletonRows rows={3} />;
  return (
    <>
      {data && notices.length === 0 && !hasNextPage && <EmptyState {...emptyTexts[filter]} />}
      <NoticeList user={user} notices={notices} focusFallback={focusFallback} />
      {isError && (
        <FailedRead size="row" title={texts.noticesFailed} busy={isFetching} onRetry={retry} />
      )}
      <div ref={endRef} />
    </>
  );
}

/**
 * The user's notices, and the switches that decide which notices the user gets (rules notifications-panel,
 * account-notifications).
 */
export function NotificationsPanel({ user }: PanelProps) {
  const [filter, setFilter] = useEntryState<NoticeFilter>('notices', 'all', isNoticeFilter);
  const id = useTabIds();
  const panel = useRef<HTMLDivElement>(null);
  const { data } = useInfiniteQuery(noticesQuery(user.id, filter));
  const firstPage = data?.pages[0];
  const counts = firstPage && {
    all: firstPage.total,
    unread: firstPage.unread,
    read: firstPage.total - firstPage.unread,
  };
  return (
    <>
      <NoticesHead unread={firstPage?.unread} newestCursor={firstPage?.newest} />
      <Tabs
        label="Notifications"
        id={id}
        tabs={noticeFilters.map((key) => ({
          key,
          label: <TabLabel filter={key} count={counts?.[key]} />,
        }))}
        active={filter}
        onChange={setFilter}
      />
      <div
        ref={panel}
        role="tabpanel"
        tabIndex={-1}
        id={`${id}-${filter}-panel`}
        aria-labelledby={`${id}-${filter}`}
      >
        <FilteredNotices user={user} filter={filter} focusFallback={panel} />
      </div>
      <section className="notices-preferences" aria-labelledby={`${id}-preferences`}>
        <h2 className="display t3" id={`${id}-preferences`}>
          Notification Preferences
        </h2>
        <Notifications user={user} />
      </section>
    </>
  );
}
