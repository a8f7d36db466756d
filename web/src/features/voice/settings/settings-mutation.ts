import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { writeServerAnswer } from '#/shared/api/write-cache';
import { writeText } from '#/shared/browser/storage';
import { toast } from '#/shared/ui/toast';
import { voiceKeys } from '../api/keys';
import type { VoiceSettings } from '../api/settings';
import { setDictationLanguage } from '../dictation/language';
import { useSpeakReplies } from '../speaking/speak-replies';
import { savedToastMs, texts } from './texts';
import { toVoiceBody, type VoiceChange } from './with-change';

/** Stores the choices that this browser remembers in addition to the account. */
function rememberInBrowser({ autoplay, language }: VoiceChange): void {
  if (autoplay !== undefined) {
    writeText('speak_replies', autoplay ? 'on' : 'off');
    useSpeakReplies.setState({ on: autoplay });
  }
  if (language !== undefined) setDictationLanguage(language);
}

function saveChange(change: VoiceChange): Promise<VoiceSettings> {
  return unwrap(api.PATCH('/user/voice', { body: toVoiceBody(change) }));
}

/**
 * Saves each change at once, one after the other. `changes` are the unsaved changes, the latest last. If a
 * save fails, its change is removed from `changes`, so that the stored settings are shown again
 * (rule voice-settings-save).
 */
export function useVoiceChanges(userId: string) {
  const client = useQueryClient();
  const queryKey = voiceKeys.settings(userId);
  const saving = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: saveChange,
    onSuccess: async (stored, change) => {
      rememberInBrowser(change);
      await writeServerAnswer<VoiceSettings>(client, queryKey, () => stored);
      toast.success(texts.saved, { id: 'settings', duration: savedToastMs });
    },
    onError: (error, change) => {
      const saveAgain = () => {
        if (client.getQueryData<User | null>(sharedKeys.me)?.id === userId) saving.mutate(change);
      };
      if (!reopenLogin(error, saveAgain)) toast.error(errorMessage(error, texts.saveFailed));
    },
  });
  const changes = useMutationState({
    filters: { mutationKey: queryKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as VoiceChange,
  });
  return { changes, save: saving.mutate };
}
