import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Schemas, User } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { adoptDictationLanguage } from '../dictation/language';
import type { VoiceChoice } from '../settings/with-change';
import { adoptSpeakRepliesFromServer } from '../speaking/speak-replies';
import { texts } from '../texts';
import { voiceKeys } from './keys';

/** The user's voice settings, and which voices and services the server offers. */
export type VoiceSettings = Schemas['StateJSON'];

function userIdOf(client: QueryClient): string {
  return String(client.getQueryData<User>(sharedKeys.me)?.id ?? '');
}

/** The settings of the signed-in user. */
export function voiceSettingsQuery(client: QueryClient) {
  return queryOptions({
    queryKey: voiceKeys.settings(userIdOf(client)),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const settings = (await unwrap(api.GET('/user/voice'))) as VoiceSettings;
      adoptSpeakRepliesFromServer(settings.autoplay);
      adoptDictationLanguage(settings.language);
      return settings;
    },
  });
}

/** The settings of the user. They are fetched once. */
export function fetchVoiceSettings(client: QueryClient): Promise<VoiceSettings> {
  return client.fetchQuery(voiceSettingsQuery(client));
}

/**
 * Saves a choice, which applies at once. A failure is shown in a toast. The choice then stays in the cache of
 * this page, but the server keeps the former one. The browser also stores the language of dictation and the
 * switch 'Speak replies'. So these survive a reload (rules voice-speed, voice-speak-replies,
 * voice-dictation-language).
 */
export async function saveVoiceSettings(
  client: QueryClient,
  choice: Partial<Omit<VoiceChoice, 'voices'>>,
): Promise<void> {
  const { queryKey } = voiceSettingsQuery(client);
  client.setQueryData(queryKey, (stored) => stored && { ...stored, ...choice });
  try {
    await unwrap(api.PATCH('/user/voice', { body: choice }));
  } catch {
    const text = choice.speed === undefined ? texts.savedInBrowser : texts.notSaved;
    toast.error(text, { id: text });
  }
}
