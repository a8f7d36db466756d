import {
  type QueryKey,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { loginAgain } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Preferences, Privacy, User } from '#/shared/api/types';
import { writeThrough } from '#/shared/api/write-through';
import { toast } from '#/shared/ui/toast';
import { failureText } from '../model/failure-text';
import { type NoticeName, type PrivacyName, withNotice, withPrivacy } from '../model/switch-rows';
import type { SwitchChange } from '../model/switches';
import { savedToastTime, texts } from '../texts';
import { accountKeys } from './keys';

interface Switches<Settings, Name extends string> {
  queryKey: QueryKey;
  change: (old: Settings, change: SwitchChange<Name>) => Settings;
  /** Replaces all settings of the call. */
  send: (settings: Settings) => Promise<Settings>;
  /** Query key prefix of lists whose content depends on the switches. They are fetched again after a save. */
  lists?: QueryKey;
}

/**
 * Saves presses of switches in their order. Each call sends the last state that the server stored with
 * one press applied, so that a failed press is not sent again by the next one. The cache has stored
 * states only; `changes` are the presses that are not saved yet. A failed press is removed from
 * `changes`, which shows the stored state again (rule account-switches).
 */
function useSwitches<Settings, Name extends string>(
  userId: string,
  { queryKey, change, send, lists }: Switches<Settings, Name>,
) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: (pressed: SwitchChange<Name>) => {
      const stored = client.getQueryData<Settings>(queryKey);
      if (stored === undefined) throw new Error('a switch was pressed before it was read');
      return send(change(stored, pressed));
    },
    onSuccess: async (_, pressed) => {
      await writeThrough<Settings>(client, queryKey, (old) => change(old, pressed));
      if (lists) void client.resetQueries({ queryKey: lists });
      toast.success(texts.saved, { id: 'settings', duration: savedToastTime });
    },
    onError: (error, pressed) => {
      const again = () => {
        if (client.getQueryData<User | null>(sharedKeys.me)?.id === userId) saving.mutate(pressed);
      };
      if (!loginAgain(error, again)) toast.error(failureText(error));
    },
  });
  const changes = useMutationState({
    filters: { mutationKey: queryKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as SwitchChange<Name>,
  });
  return { changes, onChange: saving.mutate };
}

/** Saves which notices inside the app the user wants. */
export function useNoticeSwitches(userId: string) {
  return useSwitches<Preferences, NoticeName>(userId, {
    queryKey: accountKeys.preferences(userId),
    change: withNotice,
    send: (body) => unwrap(api.PUT('/user/preferences', { body })),
  });
}

/** Saves the privacy switches. Cached activity may have comments that are hidden now. */
export function usePrivacySwitches(userId: string) {
  return useSwitches<Privacy, PrivacyName>(userId, {
    queryKey: accountKeys.privacy(userId),
    change: withPrivacy,
    send: (body) => unwrap(api.PUT('/user/privacy', { body })),
    lists: sharedKeys.activities,
  });
}
