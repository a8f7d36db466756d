import type { QueryClient } from '@tanstack/react-query';
import { followAnswers } from './answers/follow-answers';
import { showPostmarks } from './postmark/show-postmarks';

/**
 * Shows the postmarks, and shows a note when a reply ends in a chat that the user has left. Call
 * the result to stop.
 */
export function followTalks(client: QueryClient, userId: string): () => void {
  const stopFollowingAnswers = followAnswers(client, userId);
  const stopShowingPostmarks = showPostmarks(client, userId);
  return () => {
    stopFollowingAnswers();
    stopShowingPostmarks();
  };
}
