import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '#/shared/ui/toast';
import { stopReading, usePlayback } from '../speaking/playback';
import { useSpeakReplies } from '../speaking/speak-replies';
import { type FakeSynthesis, stubSynthesis } from '../test/fake-synthesis';
import {
  type FakeVoiceServer,
  fakeVoiceServer,
  renderVoice,
  spokenReply,
} from '../test/voice-harness';

let synthesis: FakeSynthesis;
let server: FakeVoiceServer;
let toastError: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  synthesis = stubSynthesis();
  server = fakeVoiceServer('browser');
  toastError = vi.spyOn(toast, 'error').mockReturnValue('');
});
afterEach(() => {
  act(stopReading);
  useSpeakReplies.setState({ on: false });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const spokenKey = () => usePlayback.getState().current?.key ?? null;
const pressListen = () => fireEvent.click(screen.getByRole('button', { name: 'Listen' }));
const waitForEffects = () => new Promise((resolve) => setTimeout(resolve, 50));

// rule voice-browser
describe('the synthesis of the browser', () => {
  it('reads sentence by sentence with rate, pitch and volume 1, and ends', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(synthesis.queue).toHaveLength(1));
    const { rate, pitch, volume } = synthesis.queue[0] ?? {};
    expect([rate, pitch, volume]).toEqual([1, 1, 1]);
    act(() => synthesis.finishAll());
    expect(synthesis.saidTexts).toEqual(['One.', 'Two.']);
    expect(spokenKey()).toBeNull();
    expect(server.recordingBodies).toEqual([]);
  });

  it('stops by a second press, and says nothing more', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(synthesis.queue).toHaveLength(1));
    const [utterance] = synthesis.queue;
    fireEvent.click(screen.getByRole('button', { name: 'Stop reading' }));
    act(() => utterance?.onend?.());
    expect(synthesis.saidTexts).toEqual(['One.']);
    expect(spokenKey()).toBeNull();
    expect(toastError).not.toHaveBeenCalled();
  });

  it('waits for voices that the browser finds later', async () => {
    synthesis.voices = [];
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(server.settingsReadCount).toBe(1));
    await waitForEffects();
    act(() => synthesis.findVoices());
    await waitFor(() => expect(synthesis.saidTexts).toEqual(['One.']));
  });

  it('without voices says so', async () => {
    synthesis.voices = [];
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(toastError).toHaveBeenCalledOnce(), { timeout: 3000 });
    expect(toastError.mock.calls[0]?.[0]).toMatch(/^This browser has no voice/);
    expect(spokenKey()).toBeNull();
  });

  it('says that a text has nothing to say', async () => {
    renderVoice(spokenReply('a', { content: '*sighs*' }));
    pressListen();
    await waitFor(() => expect(toastError).toHaveBeenCalledOnce());
    expect(toastError.mock.calls[0]?.[0]).toBe('No audio content available for playback.');
    expect(spokenKey()).toBeNull();
  });

  it('tells of a failure and stops', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(synthesis.queue).toHaveLength(1));
    act(() => synthesis.fail('audio-busy'));
    expect(toastError.mock.calls[0]?.[0]).toBe(
      'Failed to play audio. Please check your audio settings.',
    );
    expect(synthesis.saidTexts).toEqual(['One.']);
    expect(spokenKey()).toBeNull();
  });

  // rule voice-speed
  it('takes another speed from the next sentence on', async () => {
    renderVoice(spokenReply('a'));
    pressListen();
    fireEvent.click(await screen.findByRole('button', { name: 'Speed 1' }));
    act(() => synthesis.finish());
    expect(synthesis.queue[0]?.rate).toBe(1.25);
  });
});

// rule voice-speak-replies
describe('Speak replies', () => {
  const runningReply = (content: string) => spokenReply('b', { content, status: 'generating' });
  const endedReply = (content: string, status = 'complete') =>
    spokenReply('b', { content, status });
  const turnOnSpeaking = async () => {
    fireEvent.click(screen.getByRole('switch', { name: 'Speak replies' }));
    await waitFor(() => expect(server.savedBodies).toHaveLength(1));
  };
  /** Renders a conversation in which 'Speak replies' is on and a reply has begun. */
  async function watchReply() {
    const view = renderVoice(spokenReply('a'));
    await turnOnSpeaking();
    act(() => view.show(runningReply('')));
    await act(waitForEffects);
    return view;
  }

  it('saves the choice', async () => {
    renderVoice(spokenReply('a'));
    await turnOnSpeaking();
    expect(server.savedBodies[0]).toMatchObject({ autoplay: true });
    expect(localStorage.getItem('speak_replies')).toBe('on');
  });

  it('takes over the choice of the server if this browser has none', async () => {
    server.settings['autoplay'] = true;
    renderVoice(spokenReply('a'));
    pressListen();
    await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
  });

  it('reads finished sentences while the reply is written, each once, and the rest at its end', async () => {
    const { show } = await watchReply();
    act(() => show(runningReply('It weaves. Num')));
    expect(synthesis.saidTexts).toEqual(['It weaves.']);
    act(() => synthesis.finishAll());
    expect(spokenKey()).toBe('b');
    act(() => show(runningReply('It weaves. Numbers, too. And mus')));
    act(() => synthesis.finishAll());
    act(() => show(endedReply('It weaves. Numbers, too. And music.')));
    act(() => synthesis.finishAll());
    expect(synthesis.saidTexts).toEqual(['It weaves.', 'Numbers, too.', 'And music.']);
    expect(spokenKey()).toBeNull();
  });

  it('goes on with a replaced text that begins with what was said', async () => {
    const { show } = await watchReply();
    act(() => show(runningReply('It weaves. Numb')));
    act(() => show(runningReply('It weaves. Quite another end. Of')));
    act(() => show(endedReply('It weaves. Quite another end.')));
    act(() => synthesis.finishAll());
    expect(synthesis.saidTexts).toEqual(['It weaves.', 'Quite another end.']);
  });

  it.each(['Nothing like it. At all.', ''])(
    'ends when the text is replaced by %j',
    async (text) => {
      const { show } = await watchReply();
      act(() => show(runningReply('It weaves. And. More')));
      expect(synthesis.saidTexts).toEqual(['It weaves.']);
      act(() => show(endedReply(text)));
      act(() => synthesis.finishAll());
      expect(synthesis.saidTexts).toEqual(['It weaves.']);
      expect(spokenKey()).toBeNull();
    },
  );

  it.each(['stopped', 'failed', 'interrupted'])(
    'says nothing more of a reply that is %s',
    async (status) => {
      const { show } = await watchReply();
      act(() => show(runningReply('It weaves. And. More')));
      act(() => show(endedReply('It weaves. And. More.', status)));
      act(() => synthesis.finishAll());
      expect(synthesis.saidTexts).toEqual(['It weaves.']);
      expect(spokenKey()).toBeNull();
    },
  );

  it('reads nothing while it is off, and no reply that was not watched', async () => {
    const { show } = renderVoice(spokenReply('a'));
    act(() => show(runningReply('It weaves. Num')));
    act(() => show(endedReply('It weaves. Numbers.')));
    await turnOnSpeaking();
    act(() => show(spokenReply('c')));
    await act(waitForEffects);
    expect(synthesis.saidTexts).toEqual([]);
  });

  it('is silent when it is switched off and when the page is left', async () => {
    const { show, unmount } = await watchReply();
    act(() => show(runningReply('It weaves. Num')));
    fireEvent.click(screen.getByRole('switch', { name: 'Speak replies' }));
    expect(synthesis.queue).toEqual([]);
    act(() => show(runningReply('It weaves. Numbers. And')));
    expect(synthesis.saidTexts).toEqual(['It weaves.']);
    unmount();
    expect(spokenKey()).toBeNull();
  });
});
