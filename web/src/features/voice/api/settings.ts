import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { Schemas, User } from '#/shared/api/types';
import { toast } from '#/shared/ui/toast';
import { adoptDictationLanguage } from '../dictation/language';
import { adoptSpeakReplies } from '../speaking/speak-replies';
import { texts } from '../texts';
import { voiceKeys } from './keys';

/** What the user has chosen. */
type VoiceChoice = Schemas['SettingsJSON'];

/** What the server can do, and what the user has chosen. */
export type VoiceSettings = Schemas['StateJSON'];

function userIdOf(client: QueryClient): string {
  return String(client.getQueryData<User>(sharedKeys.me)?.id ?? '');
}

/** The settings of the signed-in user. */
export function settingsQuery(client: QueryClient) {
  return queryOptions({
    queryKey: voiceKeys.settings(userIdOf(client)),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const settings = (await unwrap(api.GET('/user/voice'))) as VoiceSettings;
      adoptSpeakReplies(settings.autoplay);
      adoptDictationLanguage(settings.language);
      return settings;
    },
  });
}

/** The settings of the user, fetched by the first reading. */
export function fetchSettings(client: QueryClient): Promise<VoiceSettings> {
  return client.fetchQuery(settingsQuery(client));
}

/** Saves a choice, which applies at once. A failure is told, and the choice applies on this page. */
export async function saveSettings(
  client: QueryClient,
  choice: Partial<VoiceChoice>,
): Promise<void> {
  try {
    const settings = { ...(await fetchSettings(client)), ...choice };
    client.setQueryData(settingsQuery(client).queryKey, settings);
    const { speed, language, autoplay, voices } = settings;
    const body = { speed, language, autoplay, voices };
    await unwrap(api.PUT('/user/voice', { body }));
  } catch {
    toast.error(texts.notSaved, { id: texts.notSaved });
  }
}
