import {
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Preferences, Privacy, User } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { toast } from '#/shared/ui/toast';
import { failureText } from '../model/failure-text';
import {
  type NoticeName,
  type PrivacyName,
  withNoticeSwitch,
  withPrivacySwitch,
} from '../model/switch-rows';
import type { SwitchChange } from '../model/switches';
import { savedToastMs, texts } from '../texts';
import { accountKeys } from './keys';

interface SwitchSaveOptions<Settings, Name extends string> {
  queryKey: QueryKey;
  change: (old: Settings, change: SwitchChange<Name>) => Settings;
  /** Sends all settings; the server replaces the stored ones. */
  send: (settings: Settings) => Promise<Settings>;
  /** Query key prefix of lists whose content depends on the switches. They are fetched again after a save. */
  dependentListsKey?: QueryKey;
}

/**
 * Saves the presses of switches one after the other. Each call sends the last stored settings with one press
 * applied. So a failed press is not part of the next call. The cache has the stored settings only; `changes`
 * are the presses that are not saved yet. A failed press leaves `changes`, and the switch shows the stored
 * state again (rules account-switches, account-saved).
 */
function useSwitches<Settings, Name extends string>(
  userId: string,
  { queryKey, change, send, dependentListsKey }: SwitchSaveOptions<Settings, Name>,
) {
  const client = useQueryClient();
  const saveMutation = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: (pressed: SwitchChange<Name>) => {
      const storedSettings = client.getQueryData<Settings>(queryKey);
      if (storedSettings === undefined) throw new Error('a switch was pressed before it was read');
      return send(change(storedSettings, pressed));
    },
    onSuccess: async (_, pressed) => {
      await writeServerAnswer<Settings>(client, queryKey, (old) => change(old, pressed));
      if (dependentListsKey) void client.resetQueries({ queryKey: dependentListsKey });
      toast.success(texts.saved, { id: 'settings', duration: savedToastMs });
    },
    onError: (error, pressed) => {
      const retryAfterLogin = () => {
        if (client.getQueryData<User | null>(sharedKeys.me)?.id === userId)
          saveMutation.mutate(pressed);
      };
      if (!reopenLogin(error, retryAfterLogin)) toast.error(failureText(error));
    },
  });
  const changes = useMutationState({
    filters: { mutationKey: queryKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as SwitchChange<Name>,
  });
  return { changes, onChange: saveMutation.mutate };
}

/** Saves the notice switches: in the app and by mail. */
export function useNoticeSwitches(userId: string) {
  return useSwitches<Preferences, NoticeName>(userId, {
    queryKey: accountKeys.preferences(userId),
    change: withNoticeSwitch,
    send: (body) => unwrap(api.PUT('/user/preferences', { body })),
  });
}

/**
 * Saves the privacy switches. The activity of characters is fetched again, because a switch hides the user's
 * comments there (rule settings-activity-status).
 */
export function usePrivacySwitches(userId: string) {
  return useSwitches<Privacy, PrivacyName>(userId, {
    queryKey: accountKeys.privacy(userId),
    change: withPrivacySwitch,
    send: (body) => unwrap(api.PUT('/user/privacy', { body })),
    dependentListsKey: sharedKeys.activities,
  });
}
