import { isRecord } from '#/shared/lib/is-record';

const channelName = 'colloquy-login';

/** Names this tab, so that it does not act on its own news. */
const self = `${Date.now()}-${Math.random()}`;

export type LoginNews = 'signed-in' | 'signed-out';

interface Note {
  from: string;
  news: LoginNews;
}

function isNote(value: unknown): value is Note {
  return (
    isRecord(value) &&
    'from' in value &&
    (value['news'] === 'signed-in' || value['news'] === 'signed-out')
  );
}

/** Tells the other tabs of this browser that somebody has signed in or out here. */
export function tellTabs(news: LoginNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ from: self, news } satisfies Note);
  channel.close();
}

/** Calls back on the news of other tabs; the result ends it. */
export function listenToTabs(onNews: (news: LoginNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isNote(data) && data.from !== self) onNews(data.news);
  };
  return () => channel.close();
}
