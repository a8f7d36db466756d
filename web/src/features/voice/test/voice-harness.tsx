import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { sharedKeys } from '#/shared/api/keys';
import { server } from '#/shared/test/server';
import { ListenButton } from '../speaking/listen-button';
import type { SpokenReply } from '../speaking/load-player';
import { SpeakSwitch } from '../speaking/speak-switch';
import { useSpeakRepliesAloud } from '../speaking/use-speak-replies-aloud';

type Answer = () => Response | Promise<Response>;

/** The state of a fake server for voice calls. Tests may change the state at any time. */
export interface FakeVoiceServer {
  settings: Record<string, unknown>;
  /** Answers to the next calls for a recording. Once this list is empty, each call makes a recording. */
  recordingAnswers: Answer[];
  /** Answers to the next fetches of a sound. Once this list is empty, each fetch gets a sound. */
  soundAnswers: Answer[];
  recordingBodies: Record<string, unknown>[];
  savedBodies: Record<string, unknown>[];
  settingsReadCount: number;
}

export function fakeVoiceServer(provider: 'server' | 'browser'): FakeVoiceServer {
  const state: FakeVoiceServer = {
    settings: {
      provider,
      transcription: false,
      speed: 1,
      language: '',
      autoplay: false,
      voices: {},
    },
    recordingAnswers: [],
    soundAnswers: [],
    recordingBodies: [],
    savedBodies: [],
    settingsReadCount: 0,
  };
  server.use(
    http.get('*/api/user/voice', () => {
      state.settingsReadCount += 1;
      return HttpResponse.json(state.settings);
    }),
    http.patch('*/api/user/voice', async ({ request }) => {
      state.savedBodies.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(state.settings);
    }),
    http.post('*/api/voices/character/speech', async ({ request }) => {
      state.recordingBodies.push((await request.json()) as Record<string, unknown>);
      return (
        state.recordingAnswers.shift()?.() ??
        HttpResponse.json({ data: { audioUrl: '/media/sound' } })
      );
    }),
    http.get('*/media/sound', () => state.soundAnswers.shift()?.() ?? new HttpResponse('sound')),
  );
  return state;
}

/** A stored reply. */
export function spokenReply(key: string, over: Partial<SpokenReply> = {}): SpokenReply {
  return { key, id: `id-${key}`, content: 'One. **Two.**', status: 'complete', ...over };
}

/** Renders the Listen buttons of these replies and the switch 'Speak replies'. `show` sets the last reply. */
export function renderVoice(...initialReplies: SpokenReply[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sharedKeys.me, { id: 'u1' });
  let replies = initialReplies;
  let listener = () => {};
  const replySource = {
    subscribe: (next: () => void) => {
      listener = next;
      return () => {};
    },
    read: () => replies.at(-1),
  };
  function Page() {
    useSpeakRepliesAloud(
      { sessionId: 'u1_20', characterId: '20', characterName: 'Ada Lovelace' },
      replySource,
    );
    return (
      <>
        {initialReplies.map((reply) => (
          <article key={reply.key} aria-label={reply.key}>
            <ListenButton reply={reply} className="" />
          </article>
        ))}
        <SpeakSwitch />
      </>
    );
  }
  const view = render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const showReply = (reply: SpokenReply) => {
    replies = [reply];
    listener();
  };
  return { ...view, client, show: showReply };
}
