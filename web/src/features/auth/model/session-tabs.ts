import { isRecord } from '#/shared/lib/is-record';

const channelName = 'colloquy-login';

/** Id of this tab. The tab ignores messages with this id, which are its own. */
const tabId = `${Date.now()}-${Math.random()}`;

/**
 * What tabs tell each other (rules accounts-logout-all-tabs, accounts-google-page).
 * `changed`: the data of the user or the set of characters they can open has changed.
 * `google-auth-success`: the popup of Google sign-in (public/google-sign-in.js) has set a cookie.
 */
const loginNewsKinds = ['signed-in', 'signed-out', 'changed', 'google-auth-success'] as const;

type LoginNews = (typeof loginNewsKinds)[number];

interface TabMessage {
  from: string;
  news: LoginNews;
}

function isTabMessage(value: unknown): value is TabMessage {
  return (
    isRecord(value) && 'from' in value && loginNewsKinds.some((kind) => kind === value['news'])
  );
}

/** Sends a sign-in, a sign-out or a change of the user to the other tabs of this browser. */
export function notifyTabs(news: LoginNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ from: tabId, news } satisfies TabMessage);
  channel.close();
}

/** Calls `onNews` for messages of other tabs. Call the result to stop. */
export function listenToTabs(onNews: (news: LoginNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data) && data.from !== tabId) onNews(data.news);
  };
  return () => channel.close();
}
