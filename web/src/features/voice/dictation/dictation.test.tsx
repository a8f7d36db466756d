import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isPageHeld } from '#/shared/browser/page-hold';
import { refusal, server } from '#/shared/test/server';
import { toast } from '#/shared/ui/toast';
import { fetchVoiceSettings } from '../api/settings';
import { fakeVoiceServer } from '../test/voice-harness';
import { DictationButton } from './dictation-button';
import { adoptDictationLanguage } from './language';

/** The recognisers that the app has started. */
const startedRecognisers: FakeRecogniser[] = [];

class FakeRecogniser {
  lang = '';
  continuous = true;
  interimResults = false;
  onresult: ((event: object) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  start = vi.fn(() => {
    startedRecognisers.push(this);
  });
  abort = vi.fn();

  hear(words: string, isFinal: boolean): void {
    this.onresult?.({ results: { length: 1, 0: { isFinal, 0: { transcript: words } } } });
  }
}

/** The recogniser that was started last. */
function lastRecogniser(): FakeRecogniser {
  const recogniser = startedRecognisers.at(-1);
  if (recogniser === undefined) throw new Error('nothing listens');
  return recogniser;
}

const onWords = vi.fn();
let toastError: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubGlobal('webkitSpeechRecognition', FakeRecogniser);
  toastError = vi.spyOn(toast, 'error').mockReturnValue('');
});
afterEach(() => {
  onWords.mockClear();
  startedRecognisers.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  adoptDictationLanguage('');
});

function microphoneButton(name: 'Dictate' | 'Stop dictation'): HTMLElement {
  return screen.getByRole('button', { name });
}

function renderButton() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (disabled: boolean) => (
    <QueryClientProvider client={client}>
      <DictationButton onWords={onWords} disabled={disabled} />
    </QueryClientProvider>
  );
  const view = render(page(false));
  return { ...view, setDisabled: (disabled: boolean) => view.rerender(page(disabled)) };
}

function startDictation() {
  const view = renderButton();
  fireEvent.click(microphoneButton('Dictate'));
  return view;
}

// rule voice-dictation
it('listens in en-US, shows interim words and passes the result on', () => {
  startDictation();
  expect(lastRecogniser()).toMatchObject({
    lang: 'en-US',
    continuous: false,
    interimResults: true,
  });
  expect(screen.getByRole('status').textContent).toBe('Listening...');
  act(() => lastRecogniser().hear('what is', false));
  expect(screen.getByText('what is')).toBeTruthy();
  expect(onWords).not.toHaveBeenCalled();
  expect(isPageHeld()).toBe(true);
  act(() => lastRecogniser().hear('what is virtue', true));
  act(() => lastRecogniser().onend?.());
  expect(onWords.mock.calls).toEqual([['what is virtue']]);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByText('what is virtue')).toBeNull();
  expect(isPageHeld()).toBe(false);
});

// rule voice-dictation-ends
it('cancels recognition by a second press and takes the words that are shown', () => {
  startDictation();
  const firstRecogniser = lastRecogniser();
  const lateHandler = firstRecogniser.onresult;
  act(() => firstRecogniser.hear('what is', false));
  fireEvent.click(microphoneButton('Stop dictation'));
  expect(firstRecogniser.abort).toHaveBeenCalledOnce();
  expect(onWords.mock.calls).toEqual([['what is']]);
  expect(microphoneButton('Dictate')).toHaveAttribute('aria-pressed', 'false');
  expect([firstRecogniser.onresult, firstRecogniser.onerror, firstRecogniser.onend]).toEqual([
    null,
    null,
    null,
  ]);
  act(() =>
    lateHandler?.({ results: { length: 1, 0: { isFinal: true, 0: { transcript: 'late' } } } }),
  );
  expect(screen.queryByText('late')).toBeNull();
  expect(onWords).toHaveBeenCalledOnce();
});

// rule voice-dictation-ends
it('discards by Escape', () => {
  startDictation();
  act(() => lastRecogniser().hear('what is', true));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(lastRecogniser().abort).toHaveBeenCalledOnce();
  expect(microphoneButton('Dictate')).toBeTruthy();
  expect(onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-ends
it('ends listening when the page is hidden', () => {
  startDictation();
  act(() => lastRecogniser().hear('what is', false));
  const hiddenSpy = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  hiddenSpy.mockRestore();
  expect(lastRecogniser().abort).toHaveBeenCalledOnce();
  expect(onWords.mock.calls).toEqual([['what is']]);
  expect(microphoneButton('Dictate')).toBeTruthy();
});

// rule voice-dictation-ends
it('discards what was said when the message is sent or the page is left', () => {
  const { setDisabled, unmount } = startDictation();
  const firstRecogniser = lastRecogniser();
  act(() => firstRecogniser.hear('half a', true));
  setDisabled(true);
  expect(firstRecogniser.abort).toHaveBeenCalledOnce();
  expect(firstRecogniser.onend).toBeNull();
  setDisabled(false);
  fireEvent.click(microphoneButton('Dictate'));
  const secondRecogniser = lastRecogniser();
  unmount();
  expect(secondRecogniser.abort).toHaveBeenCalledOnce();
  expect(onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-language
it('listens in a chosen language within 300 ms, remembers it and saves it for the user', async () => {
  const voiceServer = fakeVoiceServer('browser');
  const { unmount } = startDictation();
  const languageSelect = await screen.findByRole('combobox', { name: 'Language of dictation' });
  expect(languageSelect).toHaveValue('en-US');
  expect(screen.getByRole('option', { name: 'Deutsch (Deutschland)' })).toHaveValue('de-DE');
  const englishRecogniser = lastRecogniser();
  act(() => englishRecogniser.hear('vas ist', false));
  const pressedAt = performance.now();
  fireEvent.change(languageSelect, { target: { value: 'de-DE' } });
  expect(performance.now() - pressedAt).toBeLessThan(300);
  expect(englishRecogniser.abort).toHaveBeenCalledOnce();
  expect(lastRecogniser()).not.toBe(englishRecogniser);
  expect(lastRecogniser().lang).toBe('de-DE');
  expect(screen.queryByText('vas ist')).toBeNull();
  expect(onWords).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(voiceServer.savedBodies).toMatchObject([{ language: 'de-DE' }]));
  unmount();
  startDictation();
  expect(lastRecogniser().lang).toBe('de-DE');
  expect(await screen.findByRole('combobox')).toHaveValue('de-DE');
});

// rule voice-dictation-language
it('says that a language which cannot be saved applies in this browser only', async () => {
  fakeVoiceServer('browser');
  server.use(http.patch('*/api/user/voice', () => refusal(500, 'broken')));
  const { unmount } = startDictation();
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'de-DE' } });
  const text = 'Your choice could not be saved for your account. It applies in this browser only.';
  await vi.waitFor(() => expect(toastError).toHaveBeenCalledWith(text, expect.anything()));
  unmount();
  startDictation();
  expect(lastRecogniser().lang).toBe('de-DE');
});

// rule voice-dictation-language
it('takes the language of the account in a browser without a choice', async () => {
  fakeVoiceServer('browser').settings['language'] = 'fr-FR';
  await fetchVoiceSettings(new QueryClient());
  startDictation();
  expect(lastRecogniser().lang).toBe('fr-FR');
  localStorage.setItem('dictation_language', 'not a language');
  adoptDictationLanguage('');
  fireEvent.click(microphoneButton('Stop dictation'));
  fireEvent.click(microphoneButton('Dictate'));
  expect(lastRecogniser().lang).toBe('en-US');
});

it('gives the focus of the language to the button when it ends', async () => {
  fakeVoiceServer('browser');
  startDictation();
  (await screen.findByRole('combobox')).focus();
  act(() => lastRecogniser().onend?.());
  expect(microphoneButton('Dictate')).toHaveFocus();
});

// rule voice-dictation-failures
it.each([
  ['not-allowed', /^The microphone is blocked for this page\./],
  ['service-not-allowed', /^The microphone is blocked for this page\./],
  ['audio-capture', /^No microphone was found\./],
  ['no-speech', /^Nothing was heard\./],
  ['language-not-supported', /^Your browser cannot write down this language\./],
  ['network', /^Your browser cannot reach its dictation service\./],
  ['bad-grammar', /^Dictation does not work here right now\./],
])('tells of %s and ends', (error, text) => {
  startDictation();
  act(() => lastRecogniser().onerror?.({ error }));
  act(() => lastRecogniser().onend?.());
  expect(toastError).toHaveBeenCalledWith(expect.stringMatching(text), expect.anything());
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
});

it('says nothing of an end by the app', () => {
  startDictation();
  act(() => lastRecogniser().onerror?.({ error: 'aborted' }));
  expect(toastError).not.toHaveBeenCalled();
});

it('tells of a browser that refuses to start', () => {
  vi.stubGlobal(
    'webkitSpeechRecognition',
    class extends FakeRecogniser {
      override start = vi.fn(() => {
        throw new Error('InvalidStateError');
      });
    },
  );
  startDictation();
  expect(toastError).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
});

it('is not shown in a browser without recognition', () => {
  vi.stubGlobal('webkitSpeechRecognition', undefined);
  renderButton();
  expect(screen.queryByRole('button')).toBeNull();
});
