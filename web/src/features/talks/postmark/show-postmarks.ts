import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { talksQuery } from '../api/talks-query';
import { talkDays } from '../model/talk-days';
import { setTalkDays, watchStampPresence } from './post-mark';

/**
 * Shows the postmarks of the user's characters and keeps them up to date (rule look-postmark). It fetches the
 * conversations only while stamps are in the page. The returned function removes the postmarks.
 */
export function showPostmarks(client: QueryClient, userId: string): () => void {
  const options = (enabled: boolean) => ({ ...talksQuery(userId), enabled });
  const talksObserver = new QueryObserver(client, options(false));
  const unsubscribe = talksObserver.subscribe(({ data }) => data && setTalkDays(talkDays(data)));
  const stop = watchStampPresence((present) => talksObserver.setOptions(options(present)));
  return () => {
    stop();
    unsubscribe();
    setTalkDays(new Map());
  };
}
