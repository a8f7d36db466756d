import { useQuery } from '@tanstack/react-query';
import type { User } from '#/shared/api/types';
import { usePrivacySwitches } from '../../api/switch-mutations';
import { privacyQuery } from '../../api/switches-query';
import { privacyRows } from '../../model/switch-rows';
import { texts } from '../../texts';
import { SwitchList } from './switch-list';

/** The privacy switches (rule account-privacy). */
export function PrivacyTab({ user }: { user: User }) {
  const query = useQuery(privacyQuery(user.id));
  return (
    <SwitchList
      rows={privacyRows}
      storedStates={query.data}
      query={query}
      readFailedText={texts.privacyUnread}
      {...usePrivacySwitches(user.id)}
    />
  );
}
