import { useQuery } from '@tanstack/react-query';
import type { User } from '#/shared/api/types';
import { useNoticeSwitches } from '../../api/switch-mutations';
import { preferencesQuery } from '../../api/switches-query';
import { mailRows, noticeRows, noticeStates } from '../../model/switch-rows';
import { texts } from '../../texts';
import { SwitchList } from './switch-list';

/** The switches of the notices in the app and by mail (rule account-notifications). */
export function Notifications({ user }: { user: User }) {
  const query = useQuery(preferencesQuery(user.id));
  const sharedListProps = {
    storedStates: query.data && noticeStates(query.data),
    query,
    readFailedText: texts.preferencesUnread,
    ...useNoticeSwitches(user.id),
  };
  return (
    <>
      <h3 className="switches__title">In the app</h3>
      <SwitchList label="In the app" rows={noticeRows} {...sharedListProps} />
      {query.data && (
        <>
          <h3 className="switches__title">By email, too</h3>
          <SwitchList label="By email, too" rows={mailRows} {...sharedListProps} />
        </>
      )}
    </>
  );
}
