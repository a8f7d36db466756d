import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, type Mock, type MockInstance, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { server } from '#/shared/test/server';
import { toast } from '#/shared/ui/toast';
import { DictationButton } from '../dictation/dictation-button';
import { type FakeMicrophone, isMicrophoneOn, stubMicrophone } from './fake-microphone';
import { fakeVoiceServer } from './voice-harness';

export interface RecordedDictation {
  microphone: FakeMicrophone;
  onWords: Mock<(words: string) => void>;
  toastError: MockInstance<typeof toast.error>;
  /** How many recordings the server got. */
  sentRecordingCount: number;
  /** The signal of the last call. */
  signal: AbortSignal;
  /** Answers to the next recordings. Without one the recording is transcribed. */
  answers: (() => Response | Promise<Response>)[];
  /**
   * A spy on `FormData.append` that records each sent sound. In jsdom the form of a request has no
   * bytes.
   */
  appendSpy: MockInstance<FormData['append']>;
}

/** Gives each test a browser without speech recognition, and a server that transcribes recordings. */
export function setUpRecordedDictation(): RecordedDictation {
  const state = { onWords: vi.fn() } as unknown as RecordedDictation;
  beforeEach(() => {
    Object.assign(state, {
      microphone: stubMicrophone(),
      toastError: vi.spyOn(toast, 'error').mockReturnValue(''),
      sentRecordingCount: 0,
      answers: [],
      appendSpy: vi.spyOn(FormData.prototype, 'append'),
    });
    fakeVoiceServer('browser').settings['transcription'] = true;
    server.use(
      http.post('*/api/voices/transcription', async ({ request }) => {
        state.sentRecordingCount += 1;
        state.signal = request.signal;
        return (
          (await state.answers.shift()?.()) ?? HttpResponse.json({ text: ' what is a number ' })
        );
      }),
    );
  });
  afterEach(() => {
    state.onWords.mockClear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return state;
}

/** Shows the microphone of a composer. */
export function showMicrophone(onWords: (words: string) => void) {
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

export async function pressDictation(name: 'Dictate' | 'Stop dictation' | 'Cancel dictation') {
  fireEvent.click(await screen.findByRole('button', { name }));
}

/** Begins a dictation and waits until it listens. */
export async function startListening() {
  await pressDictation('Dictate');
  await screen.findByText('Listening...');
  expect(isMicrophoneOn()).toBe(true);
}

/** Shows the microphone and begins a dictation. */
export async function showAndListen({ onWords }: RecordedDictation) {
  const view = showMicrophone(onWords);
  await startListening();
  return view;
}

export async function expectIdle() {
  await screen.findByRole('button', { name: 'Dictate' });
  expect(isMicrophoneOn()).toBe(false);
}

/** The recording that was appended to the last form. */
export function lastSentSound({ appendSpy }: RecordedDictation): Blob {
  const [name, sound, fileName] = appendSpy.mock.calls.at(-1) ?? [];
  expect([name, fileName]).toEqual(['audio', 'speech']);
  return sound as unknown as Blob;
}

export function readBlobText(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

/** A refusal of the server. */
export function refusal(status: number, code = '', headers = {}) {
  return HttpResponse.json({ code, message: 'a text of the server' }, { status, headers });
}
