import { useQuery, useQueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/settings';

/** Whether the server can write down recordings; false until it has said so. */
export function useTranscription(): boolean {
  return useQuery(settingsQuery(useQueryClient())).data?.transcription === true;
}
