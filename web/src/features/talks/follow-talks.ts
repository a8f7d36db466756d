import type { QueryClient } from '@tanstack/react-query';
import { followAnswers } from './answers/follow-answers';
import { showPostmarks } from './postmark/show-postmarks';

/**
 * Shows the postmarks. Also shows a note when a reply ends that the user left while it was written.
 * Returns the function that ends both.
 */
export function followTalks(client: QueryClient, userId: string): () => void {
  const stopAnswers = followAnswers(client, userId);
  const stopPostmarks = showPostmarks(client, userId);
  return () => {
    stopAnswers();
    stopPostmarks();
  };
}
