import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { server } from '#/shared/test/server';
import { isMicrophoneOn, lastRecorder } from '../test/fake-microphone';
import {
  expectIdle,
  lastSentSound,
  pressDictation,
  readBlobText,
  refusal,
  setUpRecordedDictation,
  showAndListen,
  showMicrophone,
} from '../test/recorded-dictation';
import { fakeVoiceServer } from '../test/voice-harness';

const dictation = setUpRecordedDictation();

function hidePage() {
  const hiddenSpy = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  hiddenSpy.mockRestore();
}

// rule voice-dictation-recorded
it('records until a second press and passes on what the server writes down', async () => {
  await showAndListen(dictation);
  expect(lastRecorder().options).toEqual({
    mimeType: 'audio/webm;codecs=opus',
    audioBitsPerSecond: 64_000,
  });
  lastRecorder().deliverPart('begin ');
  await pressDictation('Stop dictation');
  expect(isMicrophoneOn()).toBe(false);
  await expectIdle();
  expect(lastSentSound(dictation).type).toBe('audio/webm;codecs=opus');
  expect(await readBlobText(lastSentSound(dictation))).toBe('begin end');
  expect(dictation.onWords.mock.calls).toEqual([['what is a number']]);
  expect(dictation.toastError).not.toHaveBeenCalled();
});

// rule voice-dictation-recorded
it('ends after 60 seconds, and shows the last ten', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  await showAndListen(dictation);
  act(() => vi.advanceTimersByTime(49_000));
  expect(screen.queryByRole('timer')).toBeNull();
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.getByRole('timer')).toHaveTextContent('10 s left');
  act(() => vi.advanceTimersByTime(9000));
  expect(screen.getByRole('timer')).toHaveTextContent('1 s left');
  expect(isMicrophoneOn()).toBe(true);
  act(() => vi.advanceTimersByTime(1000));
  await expectIdle();
  expect(dictation.onWords).toHaveBeenCalledOnce();
});

// rule voice-dictation-recorded
it('ends before a recording has more than 5 MiB', async () => {
  await showAndListen(dictation);
  act(() => lastRecorder().deliverPart(new Blob([new Uint8Array(4 * 1024 * 1024)])));
  expect(isMicrophoneOn()).toBe(true);
  act(() => lastRecorder().deliverPart(new Blob([new Uint8Array(512 * 1024)])));
  await expectIdle();
  expect(dictation.sentRecordingCount).toBe(1);
  expect(lastSentSound(dictation).size).toBe(4.5 * 1024 * 1024 + 'end'.length);
});

// rule voice-dictation-ends
it('takes what was said when the page is hidden', async () => {
  await showAndListen(dictation);
  hidePage();
  expect(isMicrophoneOn()).toBe(false);
  await expectIdle();
  expect(dictation.onWords).toHaveBeenCalledOnce();
});

// rule voice-dictation-ends
it.each([
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('discards by %s', async (_, cancel) => {
  await showAndListen(dictation);
  await screen.findByRole('button', { name: 'Cancel' });
  cancel();
  await expectIdle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(dictation.sentRecordingCount).toBe(0);
  expect(dictation.onWords).not.toHaveBeenCalled();
  expect(dictation.toastError).not.toHaveBeenCalled();
});

// rule voice-dictation-ends
it('discards when the message is sent or the chat is left', async () => {
  const { setDisabled, unmount } = await showAndListen(dictation);
  setDisabled(true);
  expect(isMicrophoneOn()).toBe(false);
  setDisabled(false);
  await pressDictation('Dictate');
  await screen.findByText('Listening...');
  unmount();
  expect(isMicrophoneOn()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(dictation.sentRecordingCount).toBe(0);
  expect(dictation.onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-ends
it('asks for no microphone after a cancelled press', async () => {
  showMicrophone(dictation.onWords);
  await pressDictation('Dictate');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel dictation' }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(dictation.microphone.requestCount).toBe(0);
  await expectIdle();
});

// rule voice-dictation-ends
it('takes back the question for the microphone when the page is hidden', async () => {
  dictation.microphone.holdsAnswer = true;
  showMicrophone(dictation.onWords);
  await pressDictation('Dictate');
  await vi.waitFor(() => expect(dictation.microphone.requestCount).toBe(1));
  hidePage();
  await act(async () => dictation.microphone.allow());
  await expectIdle();
});

// rule voice-dictation-ends
it('releases a microphone that is allowed after the chat was left', async () => {
  dictation.microphone.holdsAnswer = true;
  const { unmount } = showMicrophone(dictation.onWords);
  await pressDictation('Dictate');
  await screen.findByText('Waiting for the microphone...');
  await vi.waitFor(() => expect(dictation.microphone.requestCount).toBe(1));
  unmount();
  await act(async () => dictation.microphone.allow());
  expect(isMicrophoneOn()).toBe(false);
});

// rule voice-dictation-ends
it('cancels by a press while it is written down, and a late answer changes nothing', async () => {
  let releaseAnswer = () => {};
  const heldAnswer = new Promise<void>((resolve) => {
    releaseAnswer = resolve;
  });
  dictation.answers = [() => heldAnswer.then(() => HttpResponse.json({ text: 'late' }))];
  await showAndListen(dictation);
  await pressDictation('Stop dictation');
  await screen.findByText('Writing it down...');
  await vi.waitFor(() => expect(dictation.sentRecordingCount).toBe(1));
  expect(dictation.signal.aborted).toBe(false);
  await pressDictation('Cancel dictation');
  await expectIdle();
  expect(dictation.signal.aborted).toBe(true);
  releaseAnswer();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(dictation.onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-recorded
it.each([
  ['the server cannot write down recordings', () => fakeVoiceServer('browser')],
  ['the server says nothing', () => server.use(http.get('*/api/user/voice', () => refusal(500)))],
  ['the browser has no recorder', () => vi.stubGlobal('MediaRecorder', undefined)],
])('is not shown if %s', async (_, change) => {
  change();
  const { client } = showMicrophone(dictation.onWords);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await act(async () => undefined);
  expect(screen.queryByRole('button')).toBeNull();
});

it('prefers the browser’s recognition and asks the server nothing', async () => {
  vi.stubGlobal('SpeechRecognition', class {});
  const voiceServer = fakeVoiceServer('browser');
  showMicrophone(dictation.onWords);
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(voiceServer.settingsReadCount).toBe(0);
});
