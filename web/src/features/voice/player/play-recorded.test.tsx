import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred } from '#/shared/test/deferred';
import { toast } from '#/shared/ui/toast';
import { stopReading, usePlayback } from '../speaking/playback';
import { FakeAudio, lastAudio, stubAudio } from '../test/fake-audio';
import {
  type FakeVoiceServer,
  fakeVoiceServer,
  renderVoice,
  spokenReply,
} from '../test/voice-harness';

let server: FakeVoiceServer;
let toastError: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  stubAudio();
  vi.stubGlobal('speechSynthesis', {});
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  server = fakeVoiceServer('server');
  toastError = vi.spyOn(toast, 'error').mockReturnValue('');
});
afterEach(() => {
  act(stopReading);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const playbackPhase = () => usePlayback.getState().current?.phase ?? 'idle';
const buttonOf = (name: string, reply = 'a') =>
  within(screen.getByRole('article', { name: reply })).getByRole('button', { name });
const pressListen = (reply = 'a') => fireEvent.click(buttonOf('Listen', reply));
const expectPlaying = () => waitFor(() => expect(playbackPhase()).toBe('playing'));

// rule voice-playback
describe('a recording of the server', () => {
  it('is asked for with all fields, plays and ends', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    expect(playbackPhase()).toBe('generating');
    await expectPlaying();
    expect(server.recordingBodies).toEqual([
      {
        messageId: 'id-a',
        text: 'One. **Two.**',
        characterId: '20',
        sessionId: 'u1_20',
        useAIEmotion: true,
        includeEmotionalProfile: true,
      },
    ]);
    expect(lastAudio().play).toHaveBeenCalledOnce();
    expect(await screen.findByText('0:00 / 0:21')).toBeTruthy();
    act(() => lastAudio().onended?.());
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    expect(buttonOf('Listen')).toBeTruthy();
    expect(toastError).not.toHaveBeenCalled();
  });

  it('stops by a press while it plays', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    await expectPlaying();
    fireEvent.click(buttonOf('Stop reading'));
    expect(playbackPhase()).toBe('idle');
    await waitFor(() => expect(lastAudio().pause).toHaveBeenCalled());
  });

  it.each(['a press', 'a new reply', 'leaving'])(
    'is cancelled by %s while it is made',
    async (by) => {
      const lateAnswer = deferred<Response>();
      server.recordingAnswers = [() => lateAnswer.promise];
      const { show, unmount } = renderVoice(spokenReply('a'));
      pressListen();
      await waitFor(() => expect(server.recordingBodies).toHaveLength(1));
      if (by === 'a press') fireEvent.click(buttonOf('Stop reading'));
      if (by === 'a new reply') act(() => show(spokenReply('b', { status: 'generating' })));
      if (by === 'leaving') unmount();
      expect(playbackPhase()).toBe('idle');
      lateAnswer.resolve(HttpResponse.json({ data: { audioUrl: '/media/sound' } }));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(playbackPhase()).toBe('idle');
      expect(FakeAudio.instances).toEqual([]);
      expect(toastError).not.toHaveBeenCalled();
    },
  );

  it('gives way to another reading, whose state a late answer does not change', async () => {
    const lateAnswer = deferred<Response>();
    server.recordingAnswers = [() => lateAnswer.promise];
    renderVoice(spokenReply('a'), spokenReply('b'));
    pressListen('a');
    await waitFor(() => expect(server.recordingBodies).toHaveLength(1));
    pressListen('b');
    await expectPlaying();
    lateAnswer.resolve(HttpResponse.json({ message: 'late' }, { status: 500 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(usePlayback.getState().current).toMatchObject({ key: 'b', phase: 'playing' });
    expect(FakeAudio.instances).toHaveLength(1);
    expect(toastError).not.toHaveBeenCalled();
  });

  it('is asked for again once if its address has expired', async () => {
    server.soundAnswers = [() => new HttpResponse(null, { status: 404 })];
    renderVoice(spokenReply('a'));
    pressListen();
    await expectPlaying();
    expect(server.recordingBodies).toHaveLength(2);
  });

  it('asks for the settings once', async () => {
    renderVoice(spokenReply('a'), spokenReply('b'));
    expect(server.settingsReadCount).toBe(0);
    pressListen('a');
    await expectPlaying();
    pressListen('b');
    await expectPlaying();
    expect(server.settingsReadCount).toBe(1);
  });

  it('obeys the keys of the system', async () => {
    const handlers = new Map<string, (() => void) | null>();
    const mediaSession = {
      metadata: null as { title: string } | null,
      setActionHandler: (name: string, handler: () => void) => handlers.set(name, handler),
    };
    Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true });
    vi.stubGlobal(
      'MediaMetadata',
      class {
        constructor(fields: object) {
          Object.assign(this, fields);
        }
      },
    );
    renderVoice(spokenReply('a'));
    pressListen();
    await expectPlaying();
    expect(mediaSession.metadata?.title).toBe('Ada Lovelace');
    handlers.get('pause')?.();
    expect(lastAudio().pause).toHaveBeenCalledOnce();
    handlers.get('play')?.();
    expect(lastAudio().play).toHaveBeenCalledTimes(2);
    act(() => handlers.get('stop')?.());
    expect(playbackPhase()).toBe('idle');
    expect(mediaSession.metadata).toBeNull();
    expect(handlers.get('play')).toBeNull();
    Reflect.deleteProperty(navigator, 'mediaSession');
  });
});

// rule voice-failures
describe('a failure', () => {
  const refusalAnswer = (status: number) => () => HttpResponse.json({ message: 'x' }, { status });
  it.each([
    [402, 'Insufficient funds for voice generation. Please add funds to your wallet.', 5000],
    [403, 'Access denied to this character voice.', 4000],
    [422, 'No audio content available for playback.', 4000],
    [429, 'Too many voice requests. Please wait before trying again.', 4000],
    [500, 'Server error. Please try again later.', 4000],
    [503, 'Service temporarily unavailable. Please try again later.', 4000],
    [404, 'Failed to generate character voice. Please try again.', 4000],
    [409, 'Failed to generate character voice. Please try again.', 4000],
  ])('with status %i says why', async (status, text, duration) => {
    server.recordingAnswers = [refusalAnswer(status)];
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    expect(toastError.mock.calls).toEqual([[text, { id: text, duration }]]);
  });

  it('of the connection says so and does not use the browser', async () => {
    server.recordingAnswers = [() => HttpResponse.error()];
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    const text = 'Failed to generate character voice. Please try again.';
    expect(toastError.mock.calls).toEqual([[text, { id: text, duration: 4000 }]]);
  });

  it('without an address says that there is no sound', async () => {
    server.recordingAnswers = [() => HttpResponse.json({ data: {} })];
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    const text = 'No audio content available for playback.';
    expect(toastError.mock.calls).toEqual([[text, { id: text, duration: 4000 }]]);
  });

  it.each([
    ['NotAllowedError', 'Failed to play audio. Please check your audio settings.'],
    ['NotSupportedError', 'Failed to play audio. The audio file may be corrupted.'],
  ])('of the start with %s says what to do', async (name, text) => {
    FakeAudio.refusal = new DOMException('refused', name);
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    expect(toastError.mock.calls).toEqual([[text, { id: text, duration: 4000 }]]);
  });

  it.each([
    [2, 'Failed to play audio. Please check your audio settings.'],
    [3, 'Failed to play audio. The audio file may be corrupted.'],
    [4, 'Failed to play audio. The audio file may be corrupted.'],
  ])('of the sound with MediaError %i says what to do', async (code, text) => {
    renderVoice(spokenReply('a'));
    pressListen();
    await expectPlaying();
    act(() => lastAudio().fail(code));
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    expect(toastError.mock.calls).toEqual([[text, { id: text, duration: 4000 }]]);
  });
});

// rule voice-one-sound
describe('another tab', () => {
  const openOtherTab = () => new BroadcastChannel('colloquy-voice');
  it('silences this one when it begins', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    await expectPlaying();
    const channel = openOtherTab();
    channel.postMessage({ at: Date.now() + 10, tab: 'z' });
    await waitFor(() => expect(playbackPhase()).toBe('idle'));
    channel.close();
  });

  it('that began earlier does not', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    await expectPlaying();
    const channel = openOtherTab();
    channel.postMessage({ at: 1, tab: 'z' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(playbackPhase()).toBe('playing');
    channel.close();
  });

  it('hears that this one begins', async () => {
    const onMessage = vi.fn();
    const channel = openOtherTab();
    channel.onmessage = onMessage;
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(onMessage).toHaveBeenCalledOnce());
    channel.close();
  });
});

// rule voice-speed
it('steps through the speeds, applies one at once and saves it', async () => {
  renderVoice(spokenReply('a'));
  pressListen();
  await expectPlaying();
  for (const speed of [1, 1.25, 1.5, 2]) {
    fireEvent.click(await screen.findByRole('button', { name: `Speed ${speed}` }));
  }
  expect(lastAudio().playbackRate).toBe(0.75);
  await waitFor(() => expect(server.savedBodies.at(-1)).toEqual({ speed: 0.75 }));
});

// rule voice-speed
it('plays with the saved speed', async () => {
  server.settings['speed'] = 1.5;
  renderVoice(spokenReply('a'));
  pressListen();
  await expectPlaying();
  expect(lastAudio().playbackRate).toBe(1.5);
});
