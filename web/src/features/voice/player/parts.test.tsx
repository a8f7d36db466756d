import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '#/shared/ui/toast';
import { stopReading, usePlayback } from '../speaking/playback';
import { useSpeakReplies } from '../speaking/speak-replies';
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
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  server = fakeVoiceServer('server');
  toastError = vi.spyOn(toast, 'error').mockReturnValue('');
});
afterEach(() => {
  act(stopReading);
  localStorage.clear();
  useSpeakReplies.setState({ on: false });
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const fakeReply = (content: string, status = 'generating') =>
  spokenReply('b', { id: 'ai-b', content, status });
const partAnswer =
  (last: boolean, audioUrl = '/media/sound') =>
  () =>
    HttpResponse.json({ data: { audioUrl, last, messageId: 'stored' } });
const askedParts = () =>
  server.recordingBodies.map(({ messageId, part: index }) => [messageId, index]);
const expectSoundCount = (count: number) =>
  waitFor(() => expect(FakeAudio.instances).toHaveLength(count));
const waitForEffects = () => new Promise((resolve) => setTimeout(resolve, 50));

async function startSpeaking() {
  const view = renderVoice(spokenReply('a'));
  fireEvent.click(screen.getByRole('switch', { name: 'Speak replies' }));
  await waitFor(() => expect(server.savedBodies).toHaveLength(1));
  act(() => view.show(fakeReply('')));
  await act(waitForEffects);
  return view;
}

// rules voice-speak-replies, voice-parts
describe('Speak replies with a voice of the server', () => {
  it('plays the parts in order while the reply is written, and fetches the next meanwhile', async () => {
    server.recordingAnswers = [partAnswer(false), partAnswer(false), partAnswer(true)];
    const { show } = await startSpeaking();
    expect(server.recordingBodies).toEqual([]);
    act(() => show(fakeReply('It weaves. Num')));
    await expectSoundCount(2);
    expect(askedParts()).toEqual([
      ['ai-b', 0],
      ['stored', 1],
    ]);
    const [first, second] = FakeAudio.instances;
    expect(first?.play).toHaveBeenCalledOnce();
    expect(second?.play).not.toHaveBeenCalled();
    act(() => show(fakeReply('It weaves. Numbers. And music.', 'complete')));
    act(() => first?.onended?.());
    await expectSoundCount(3);
    expect(second?.play).toHaveBeenCalledOnce();
    act(() => second?.onended?.());
    await waitFor(() => expect(lastAudio().play).toHaveBeenCalledOnce());
    act(() => lastAudio().onended?.());
    await waitFor(() => expect(usePlayback.getState().current).toBeNull());
    expect(server.recordingBodies).toHaveLength(3);
    expect(toastError).not.toHaveBeenCalled();
  });

  it('plays nothing after a stop', async () => {
    server.recordingAnswers = [partAnswer(false), partAnswer(false)];
    const { show } = await startSpeaking();
    act(() => show(fakeReply('It weaves. Num')));
    await expectSoundCount(2);
    act(() => show(fakeReply('It weaves. Num', 'stopped')));
    expect(usePlayback.getState().current).toBeNull();
    await act(waitForEffects);
    expect(FakeAudio.instances[0]?.pause).toHaveBeenCalled();
    expect(FakeAudio.instances[1]?.play).not.toHaveBeenCalled();
    expect(server.recordingBodies).toHaveLength(2);
  });

  it('asks again for a part that is not written yet, and ends after the last words', async () => {
    const unwrittenPartAnswer = () => HttpResponse.json({ message: 'x' }, { status: 409 });
    server.recordingAnswers = [
      unwrittenPartAnswer,
      partAnswer(false),
      unwrittenPartAnswer,
      partAnswer(true, ''),
    ];
    const { show } = await startSpeaking();
    act(() => show(fakeReply('It')));
    await waitFor(() => expect(server.recordingBodies).toHaveLength(4));
    act(() => lastAudio().onended?.());
    await waitFor(() => expect(usePlayback.getState().current).toBeNull());
    expect(FakeAudio.instances).toHaveLength(1);
    expect(toastError).not.toHaveBeenCalled();
  });

  it('tells a failure of a later part once that part is due', async () => {
    server.recordingAnswers = [
      partAnswer(false),
      () => HttpResponse.json({ message: 'x' }, { status: 429 }),
    ];
    const { show } = await startSpeaking();
    act(() => show(fakeReply('It weaves. Num')));
    await waitFor(() => expect(server.recordingBodies).toHaveLength(2));
    await act(waitForEffects);
    expect(toastError).not.toHaveBeenCalled();
    act(() => lastAudio().onended?.());
    await waitFor(() => expect(usePlayback.getState().current).toBeNull());
    const text = 'Too many voice requests. Please wait before trying again.';
    expect(toastError.mock.calls).toEqual([[text, { id: text, duration: 4000 }]]);
  });
});
