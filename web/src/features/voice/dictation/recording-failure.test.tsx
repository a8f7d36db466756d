import { act, fireEvent, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { isPageHeld } from '#/shared/browser/page-hold';
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

const dictation = setUpRecordedDictation();

// rule voice-dictation-failures
it.each([
  ['NotAllowedError', /^The microphone is blocked for this page\. Allow it in your browser/],
  ['SecurityError', /^The microphone is blocked for this page\./],
  ['NotFoundError', /^No microphone was found\. Connect one/],
  ['NotReadableError', /^The microphone cannot be used\. Another program/],
  ['AbortError', /^Dictation does not work here right now\./],
])('says what to do after %s', async (name, text) => {
  dictation.microphone.refusal = new DOMException('', name);
  showMicrophone(dictation.onWords);
  await pressDictation('Dictate');
  await vi.waitFor(() =>
    expect(dictation.toastError).toHaveBeenCalledWith(
      expect.stringMatching(text),
      expect.anything(),
    ),
  );
  await expectIdle();
  dictation.microphone.refusal = null;
  await pressDictation('Dictate');
  expect(await screen.findByText('Listening...')).toBeTruthy();
});

// rule voice-dictation-failures
it.each([
  ['401', () => refusal(401), /^Your login has ended\. Log in again/],
  ['413', () => refusal(413), /^The recording is too long\./],
  ['422', () => refusal(422), /^Nothing was recorded\./],
  ['429', () => refusal(429, '', { 'Retry-After': '5' }), /Try again in 5 s\.$/],
  ['429 without a time', () => refusal(429), /Wait a moment, then try again\.$/],
  ['a busy server', () => refusal(503, 'busy'), /Wait a moment, then try again\.$/],
  ['no service', () => refusal(503, 'transcription_unavailable'), /not available here any more/],
  ['500', () => refusal(500, 'transcription_failed'), /could not be written down\. Type instead/],
  ['502', () => new HttpResponse('<html>', { status: 502 }), /could not be written down\./],
  ['no network', () => HttpResponse.error(), /^The server cannot be reached\./],
  ['silence', () => HttpResponse.json({ text: ' ' }), /^Nothing was heard\./],
  ['nonsense', () => HttpResponse.json({}), /^Dictation does not work here right now\./],
])('tells of %s in plain words, and the next try works', async (_, answer, text) => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  dictation.answers = [answer];
  await showAndListen(dictation);
  await pressDictation('Stop dictation');
  await vi.waitFor(() =>
    expect(dictation.toastError).toHaveBeenCalledWith(
      expect.stringMatching(text),
      expect.anything(),
    ),
  );
  await expectIdle();
  expect(dictation.onWords).not.toHaveBeenCalled();
  await pressDictation('Dictate');
  await screen.findByText('Listening...');
  await pressDictation('Stop dictation');
  await vi.waitFor(() => expect(dictation.onWords.mock.calls).toEqual([['what is a number']]));
});

/** Records a dictation, answers its transcription with `answer`, and waits for the notice of the failure. */
async function failTranscription(answer: () => Response) {
  dictation.answers = [answer];
  const view = await showAndListen(dictation);
  await pressDictation('Stop dictation');
  await screen.findByText('Not written down');
  return view;
}

// rule voice-dictation-kept
it.each([
  ['429', () => refusal(429)],
  ['500', () => refusal(500, 'transcription_failed')],
  ['503', () => refusal(503, 'busy')],
  ['no network', () => HttpResponse.error()],
])('keeps the recording after %s for another try', async (_, answer) => {
  await failTranscription(answer);
  expect(isMicrophoneOn()).toBe(false);
  expect(isPageHeld()).toBe(true);
  const firstSoundText = await readBlobText(lastSentSound(dictation));
  dictation.answers = [answer];
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await vi.waitFor(() => expect(dictation.sentRecordingCount).toBe(2));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(dictation.onWords.mock.calls).toEqual([['what is a number']]));
  expect(await readBlobText(lastSentSound(dictation))).toBe(firstSoundText);
  expect(dictation.sentRecordingCount).toBe(3);
  await expectIdle();
  expect(screen.queryByText('Not written down')).toBeNull();
  expect(isPageHeld()).toBe(false);
});

// rule voice-dictation-kept
it.each([
  ['401', () => refusal(401)],
  ['413', () => refusal(413)],
  ['422', () => refusal(422)],
  ['no service', () => refusal(503, 'transcription_unavailable')],
  ['silence', () => HttpResponse.json({ text: '' })],
])('keeps nothing after %s', async (_, answer) => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  dictation.answers = [answer];
  await showAndListen(dictation);
  await pressDictation('Stop dictation');
  await vi.waitFor(() => expect(dictation.toastError).toHaveBeenCalledOnce());
  await expectIdle();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

// rule voice-dictation-kept
it('drops a kept recording by Cancel, Escape, a new dictation and sending', async () => {
  const { setDisabled } = await failTranscription(() => refusal(500));
  const failToDictate = async () => {
    dictation.answers = [() => refusal(500)];
    await pressDictation('Dictate');
    await screen.findByText('Listening...');
    await pressDictation('Stop dictation');
    await screen.findByText('Not written down');
  };
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Not written down')).toBeNull();
  await failToDictate();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByText('Not written down')).toBeNull();
  await failToDictate();
  await failToDictate();
  setDisabled(true);
  expect(screen.queryByText('Not written down')).toBeNull();
  expect(dictation.sentRecordingCount).toBe(4);
  expect(dictation.onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-failures
it('does not send an empty recording', async () => {
  await showAndListen(dictation);
  lastRecorder().lastPart = '';
  await pressDictation('Stop dictation');
  await expectIdle();
  expect(dictation.toastError).toHaveBeenCalledWith(
    expect.stringMatching(/^Nothing was heard\./),
    expect.anything(),
  );
  expect(dictation.sentRecordingCount).toBe(0);
});

// rule voice-dictation-failures
it('gives up a server that does not answer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  dictation.answers = [() => new Promise(() => undefined)];
  await showAndListen(dictation);
  await pressDictation('Stop dictation');
  await vi.waitFor(() => expect(dictation.sentRecordingCount).toBe(1));
  act(() => vi.advanceTimersByTime(89_000));
  expect(dictation.toastError).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1000));
  await vi.waitFor(() =>
    expect(dictation.toastError).toHaveBeenCalledWith(
      expect.stringMatching(/^Writing it down took too long\./),
      expect.anything(),
    ),
  );
  await expectIdle();
});

// rule voice-dictation-failures
it('tells of a recorder that breaks, and releases the microphone', async () => {
  await showAndListen(dictation);
  act(() => lastRecorder().onerror?.());
  await vi.waitFor(() =>
    expect(dictation.toastError).toHaveBeenCalledWith(
      expect.stringMatching(/^The recording broke off\./),
      expect.anything(),
    ),
  );
  await expectIdle();
  expect(dictation.sentRecordingCount).toBe(0);
});

// rule voice-dictation-failures
it('releases the microphone of a browser that refuses to record', async () => {
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => false;
      constructor() {
        throw new DOMException('', 'NotSupportedError');
      }
    },
  );
  showMicrophone(dictation.onWords);
  await pressDictation('Dictate');
  await vi.waitFor(() => expect(dictation.toastError).toHaveBeenCalledOnce());
  await expectIdle();
});
