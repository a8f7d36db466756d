import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { voiceKeys } from '../api/keys';

/** A character whose voice can be chosen. */
export interface Speaker {
  /** The character_id as a string: the key in the settings. */
  id: string;
  name: string;
}

/** Number of chats from which the list is made (rule voice-settings-characters). */
const listSize = 100;

/** The characters with whom the user has talked last, the latest first. */
export function speakersQuery(userId: string) {
  return queryOptions({
    queryKey: voiceKeys.speakers(userId),
    // New messages change the list.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly Speaker[]> => {
      const params = { query: { limit: listSize } };
      const { chats } = (await unwrap(api.GET('/user/chats', { params, signal }))).data;
      const names = chats.map(({ character }) => [character.character_id, character.name] as const);
      return [...new Map(names)].map(([id, name]) => ({ id: String(id), name }));
    },
  });
}

/** The name of a character, by its character_id. */
export function speakerNameQuery(id: string) {
  return queryOptions({
    queryKey: voiceKeys.speakerName(id),
    queryFn: async ({ signal }) => {
      const call = api.GET('/characters/id/{id}', { params: { path: { id } }, signal });
      return (await unwrap(call)).name;
    },
  });
}
