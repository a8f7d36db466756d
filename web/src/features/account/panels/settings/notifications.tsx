import { useQuery } from '@tanstack/react-query';
import type { User } from '#/shared/api/types';
import { useNoticeSwitches } from '../../api/switch-mutations';
import { preferencesQuery } from '../../api/switches-query';
import { noticeRows } from '../../model/switch-rows';
import { texts } from '../../texts';
import { SwitchList } from './switch-list';

interface NotificationsProps {
  user: User;
  /** The switches are fetched when the tab is shown. */
  shown: boolean;
}

/** The notices inside the app that the user wants (rule account-notifications). */
export function Notifications({ user, shown }: NotificationsProps) {
  const query = useQuery({ ...preferencesQuery(user.id), enabled: shown });
  return (
    <SwitchList
      rows={noticeRows}
      stored={query.data?.notifications}
      query={query}
      unread={texts.preferencesUnread}
      {...useNoticeSwitches(user.id)}
    />
  );
}
