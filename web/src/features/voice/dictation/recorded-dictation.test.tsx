import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { server } from '#/shared/test/server';
import { toast } from '#/shared/ui/toast';
import {
  type FakeMicrophone,
  giveMicrophone,
  isMicrophoneOn,
  recorder,
} from '../test/fake-microphone';
import { fakeVoiceServer } from '../test/voice-harness';
import { DictationButton } from './dictation-button';

const onWords = vi.fn();
let microphone: FakeMicrophone;
let toasted: ReturnType<typeof vi.spyOn>;
/** How many recordings the server got. */
let sent: number;
/** Sees the form of a recording. The request's own form has no bytes in jsdom. */
let appended: MockInstance<FormData['append']>;
/** Answers to the next recordings; without one it is written down. */
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  microphone = giveMicrophone();
  toasted = vi.spyOn(toast, 'error').mockReturnValue('');
  fakeVoiceServer('browser').settings['transcription'] = true;
  sent = 0;
  appended = vi.spyOn(FormData.prototype, 'append');
  answers = [];
  server.use(
    http.post('*/api/voices/transcription', async () => {
      sent += 1;
      return (await answers.shift()?.()) ?? HttpResponse.json({ text: ' what is a number ' });
    }),
  );
});
afterEach(() => {
  onWords.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sharedKeys.me, { id: 'u1' });
  const page = (disabled: boolean) => (
    <QueryClientProvider client={client}>
      <DictationButton onWords={onWords} disabled={disabled} />
    </QueryClientProvider>
  );
  const view = render(page(false));
  return { ...view, client, setDisabled: (disabled: boolean) => view.rerender(page(disabled)) };
}

async function press(name: 'Dictate' | 'Stop dictation' | 'Cancel dictation') {
  fireEvent.click(await screen.findByRole('button', { name }));
}

/** Begins a dictation and waits until it listens. */
async function listen() {
  const view = show();
  await press('Dictate');
  await screen.findByText('Listening...');
  expect(isMicrophoneOn()).toBe(true);
  return view;
}

/** The recording of the last form. */
function sentSound(): Blob {
  const [name, sound, fileName] = appended.mock.calls.at(-1) ?? [];
  expect([name, fileName]).toEqual(['audio', 'speech']);
  return sound as unknown as Blob;
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

async function expectIdle() {
  await screen.findByRole('button', { name: 'Dictate' });
  expect(isMicrophoneOn()).toBe(false);
}

// rule voice-dictation-recorded
it('records until a second press and passes on what the server writes down', async () => {
  await listen();
  expect(recorder().options).toEqual({
    mimeType: 'audio/webm;codecs=opus',
    audioBitsPerSecond: 64_000,
  });
  recorder().give('begin ');
  await press('Stop dictation');
  expect(isMicrophoneOn()).toBe(false);
  await expectIdle();
  expect(sentSound().type).toBe('audio/webm;codecs=opus');
  expect(await textOf(sentSound())).toBe('begin end');
  expect(onWords.mock.calls).toEqual([['what is a number']]);
  expect(toasted).not.toHaveBeenCalled();
});

// rule voice-dictation-recorded
it('ends after 60 seconds, and shows the last ten', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  await listen();
  act(() => vi.advanceTimersByTime(49_000));
  expect(screen.queryByRole('timer')).toBeNull();
  act(() => vi.advanceTimersByTime(1000));
  expect(screen.getByRole('timer')).toHaveTextContent('10 s left');
  act(() => vi.advanceTimersByTime(9000));
  expect(screen.getByRole('timer')).toHaveTextContent('1 s left');
  expect(isMicrophoneOn()).toBe(true);
  act(() => vi.advanceTimersByTime(1000));
  await expectIdle();
  expect(onWords).toHaveBeenCalledOnce();
});

// rule voice-dictation-recorded
it('ends before a recording has more than 5 MiB', async () => {
  await listen();
  act(() => recorder().give(new Blob([new Uint8Array(4 * 1024 * 1024)])));
  expect(isMicrophoneOn()).toBe(true);
  act(() => recorder().give(new Blob([new Uint8Array(512 * 1024)])));
  await expectIdle();
  expect(sent).toBe(1);
  expect(sentSound().size).toBe(4.5 * 1024 * 1024 + 'end'.length);
});

// rule voice-dictation-ends
it('takes what was said when the page is hidden', async () => {
  await listen();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  hidden.mockRestore();
  expect(isMicrophoneOn()).toBe(false);
  await expectIdle();
  expect(onWords).toHaveBeenCalledOnce();
});

// rule voice-dictation-ends
it.each([
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['Cancel', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('discards by %s', async (_, cancel) => {
  await listen();
  await screen.findByRole('button', { name: 'Cancel' });
  cancel();
  await expectIdle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toBe(0);
  expect(onWords).not.toHaveBeenCalled();
  expect(toasted).not.toHaveBeenCalled();
});

// rule voice-dictation-ends
it('discards when the message is sent or the chat is left', async () => {
  const { setDisabled, unmount } = await listen();
  setDisabled(true);
  expect(isMicrophoneOn()).toBe(false);
  setDisabled(false);
  await press('Dictate');
  await screen.findByText('Listening...');
  unmount();
  expect(isMicrophoneOn()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toBe(0);
  expect(onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-ends
it('releases a microphone that is allowed after the chat was left', async () => {
  microphone.asks = true;
  const { unmount } = show();
  await press('Dictate');
  await screen.findByText('Waiting for the microphone...');
  await vi.waitFor(() => expect(microphone.asked).toBe(1));
  unmount();
  await act(async () => microphone.allow());
  expect(isMicrophoneOn()).toBe(false);
});

// rule voice-dictation-ends
it('cancels by a press while it is written down, and a late answer changes nothing', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answers = [() => held.then(() => HttpResponse.json({ text: 'late' }))];
  await listen();
  await press('Stop dictation');
  await screen.findByText('Writing it down...');
  await vi.waitFor(() => expect(sent).toBe(1));
  await press('Cancel dictation');
  await expectIdle();
  release();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-failures
it.each([
  ['NotAllowedError', /^The microphone is blocked for this page\. Allow it in your browser/],
  ['SecurityError', /^The microphone is blocked for this page\./],
  ['NotFoundError', /^No microphone was found\. Connect one/],
  ['NotReadableError', /^The microphone cannot be used\. Another program/],
  ['AbortError', /^Dictation does not work here right now\./],
])('says what to do after %s', async (name, text) => {
  microphone.refusal = new DOMException('', name);
  show();
  await press('Dictate');
  await vi.waitFor(() =>
    expect(toasted).toHaveBeenCalledWith(expect.stringMatching(text), expect.anything()),
  );
  await expectIdle();
  microphone.refusal = null;
  await press('Dictate');
  expect(await screen.findByText('Listening...')).toBeTruthy();
});

const refusal = (status: number, code = '', headers = {}) =>
  HttpResponse.json({ code, message: 'a text of the server' }, { status, headers });

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
  answers = [answer];
  await listen();
  await press('Stop dictation');
  await vi.waitFor(() =>
    expect(toasted).toHaveBeenCalledWith(expect.stringMatching(text), expect.anything()),
  );
  await expectIdle();
  expect(onWords).not.toHaveBeenCalled();
  await press('Dictate');
  await screen.findByText('Listening...');
  await press('Stop dictation');
  await vi.waitFor(() => expect(onWords.mock.calls).toEqual([['what is a number']]));
});

// rule voice-dictation-failures
it('does not send an empty recording', async () => {
  await listen();
  recorder().last = '';
  await press('Stop dictation');
  await expectIdle();
  expect(toasted).toHaveBeenCalledWith(
    expect.stringMatching(/^Nothing was heard\./),
    expect.anything(),
  );
  expect(sent).toBe(0);
});

// rule voice-dictation-failures
it('gives up a server that does not answer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  answers = [() => new Promise(() => undefined)];
  await listen();
  await press('Stop dictation');
  await vi.waitFor(() => expect(sent).toBe(1));
  act(() => vi.advanceTimersByTime(89_000));
  expect(toasted).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1000));
  await vi.waitFor(() =>
    expect(toasted).toHaveBeenCalledWith(
      expect.stringMatching(/^Writing it down took too long\./),
      expect.anything(),
    ),
  );
  await expectIdle();
});

// rule voice-dictation-failures
it('tells of a recorder that breaks, and releases the microphone', async () => {
  await listen();
  act(() => recorder().onerror?.());
  await vi.waitFor(() =>
    expect(toasted).toHaveBeenCalledWith(
      expect.stringMatching(/^The recording broke off\./),
      expect.anything(),
    ),
  );
  await expectIdle();
  expect(sent).toBe(0);
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
  show();
  await press('Dictate');
  await vi.waitFor(() => expect(toasted).toHaveBeenCalledOnce());
  await expectIdle();
});

// rule voice-dictation-recorded
it.each([
  ['the server cannot write down recordings', () => fakeVoiceServer('browser')],
  ['the server says nothing', () => server.use(http.get('*/api/user/voice', () => refusal(500)))],
  ['the browser has no recorder', () => vi.stubGlobal('MediaRecorder', undefined)],
])('is not shown if %s', async (_, change) => {
  change();
  const { client } = show();
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  await act(async () => undefined);
  expect(screen.queryByRole('button')).toBeNull();
});

it('prefers the browser’s recognition and asks the server nothing', async () => {
  vi.stubGlobal('SpeechRecognition', class {});
  const voice = fakeVoiceServer('browser');
  show();
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(voice.settingsReads).toBe(0);
});
