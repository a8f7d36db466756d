import { useQuery, useQueryClient } from '@tanstack/react-query';
import { voiceSettingsQuery } from '../api/settings';

/** Whether the server can transcribe recordings; false until it has answered. */
export function useTranscription(): boolean {
  return useQuery(voiceSettingsQuery(useQueryClient())).data?.transcription === true;
}
