import { isRecord } from '#/shared/lib/is-record';

const channelName = 'colloquy-login';

/** Id of this tab, by which it ignores its own messages. */
const self = `${Date.now()}-${Math.random()}`;

/**
 * `changed`: the data of the user are other ones now, or what they may open. `google-auth-success`: the
 * popup of Google sign-in (public/google-sign-in.js) has set a cookie.
 */
const newsKinds = ['signed-in', 'signed-out', 'changed', 'google-auth-success'] as const;

type LoginNews = (typeof newsKinds)[number];

interface Note {
  from: string;
  news: LoginNews;
}

function isTabMessage(value: unknown): value is Note {
  return isRecord(value) && 'from' in value && newsKinds.some((kind) => kind === value['news']);
}

/** Sends a sign-in, a sign-out or a change of the user to the other tabs of this browser. */
export function notifyTabs(news: LoginNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ from: self, news } satisfies Note);
  channel.close();
}

/** Calls `onNews` for messages of other tabs. Returns the function that stops it. */
export function listenToTabs(onNews: (news: LoginNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data) && data.from !== self) onNews(data.news);
  };
  return () => channel.close();
}
