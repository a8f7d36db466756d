import type { QueryClient } from '@tanstack/react-query';
import { followAnswers } from './answers/follow-answers';
import { showPostmarks } from './postmark/show-postmarks';

/**
 * Shows the postmarks, and notes about replies that the user has left while they were written. Returns the
 * function that ends both.
 */
export function followTalks(client: QueryClient, userId: string): () => void {
  const stopAnswers = followAnswers(client, userId);
  const stopPostmarks = showPostmarks(client, userId);
  return () => {
    stopAnswers();
    stopPostmarks();
  };
}
