import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isPageHeld } from '#/shared/browser/page-hold';
import { toast } from '#/shared/ui/toast';
import { fetchSettings } from '../api/settings';
import { fakeVoiceServer } from '../test/voice-harness';
import { DictationButton } from './dictation-button';
import { adoptDictationLanguage } from './language';

/** The recognisers that the app has started. */
const started: FakeRecogniser[] = [];

class FakeRecogniser {
  lang = '';
  continuous = true;
  interimResults = false;
  onresult: ((event: object) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  start = vi.fn(() => {
    started.push(this);
  });
  abort = vi.fn();

  hear(words: string, isFinal: boolean): void {
    this.onresult?.({ results: { length: 1, 0: { isFinal, 0: { transcript: words } } } });
  }
}

/** The last one. */
function recogniser(): FakeRecogniser {
  const last = started.at(-1);
  if (last === undefined) throw new Error('nothing listens');
  return last;
}

const onWords = vi.fn();
let toasted: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.stubGlobal('webkitSpeechRecognition', FakeRecogniser);
  toasted = vi.spyOn(toast, 'error').mockReturnValue('');
});
afterEach(() => {
  onWords.mockClear();
  started.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  adoptDictationLanguage('');
});

function microphone(name: 'Dictate' | 'Stop dictation'): HTMLElement {
  return screen.getByRole('button', { name });
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (disabled: boolean) => (
    <QueryClientProvider client={client}>
      <DictationButton onWords={onWords} disabled={disabled} />
    </QueryClientProvider>
  );
  const view = render(page(false));
  return { ...view, setDisabled: (disabled: boolean) => view.rerender(page(disabled)) };
}

function start() {
  const view = show();
  fireEvent.click(microphone('Dictate'));
  return view;
}

// rule voice-dictation
it('listens in en-US, shows interim words and passes the result on', () => {
  start();
  expect(recogniser()).toMatchObject({ lang: 'en-US', continuous: false, interimResults: true });
  expect(screen.getByRole('status').textContent).toBe('Listening...');
  act(() => recogniser().hear('what is', false));
  expect(screen.getByText('what is')).toBeTruthy();
  expect(onWords).not.toHaveBeenCalled();
  expect(isPageHeld()).toBe(true);
  act(() => recogniser().hear('what is virtue', true));
  act(() => recogniser().onend?.());
  expect(onWords.mock.calls).toEqual([['what is virtue']]);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByText('what is virtue')).toBeNull();
  expect(isPageHeld()).toBe(false);
});

// rule voice-dictation-ends
it('cancels recognition by a second press and takes the words that are shown', () => {
  start();
  const first = recogniser();
  const late = first.onresult;
  act(() => first.hear('what is', false));
  fireEvent.click(microphone('Stop dictation'));
  expect(first.abort).toHaveBeenCalledOnce();
  expect(onWords.mock.calls).toEqual([['what is']]);
  expect(microphone('Dictate')).toHaveAttribute('aria-pressed', 'false');
  expect([first.onresult, first.onerror, first.onend]).toEqual([null, null, null]);
  act(() => late?.({ results: { length: 1, 0: { isFinal: true, 0: { transcript: 'late' } } } }));
  expect(screen.queryByText('late')).toBeNull();
  expect(onWords).toHaveBeenCalledOnce();
});

// rule voice-dictation-ends
it('discards by Escape', () => {
  start();
  act(() => recogniser().hear('what is', true));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(recogniser().abort).toHaveBeenCalledOnce();
  expect(microphone('Dictate')).toBeTruthy();
  expect(onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-ends
it('ends listening when the page is hidden', () => {
  start();
  act(() => recogniser().hear('what is', false));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  hidden.mockRestore();
  expect(recogniser().abort).toHaveBeenCalledOnce();
  expect(onWords.mock.calls).toEqual([['what is']]);
  expect(microphone('Dictate')).toBeTruthy();
});

// rule voice-dictation-ends
it('discards what was said when the message is sent or the page is left', () => {
  const { setDisabled, unmount } = start();
  const first = recogniser();
  act(() => first.hear('half a', true));
  setDisabled(true);
  expect(first.abort).toHaveBeenCalledOnce();
  expect(first.onend).toBeNull();
  setDisabled(false);
  fireEvent.click(microphone('Dictate'));
  const second = recogniser();
  unmount();
  expect(second.abort).toHaveBeenCalledOnce();
  expect(onWords).not.toHaveBeenCalled();
});

// rule voice-dictation-language
it('listens in a chosen language within 300 ms, remembers it and saves it for the user', async () => {
  const voice = fakeVoiceServer('browser');
  const { unmount } = start();
  const choice = await screen.findByRole('combobox', { name: 'Language of dictation' });
  expect(choice).toHaveValue('en-US');
  expect(screen.getByRole('option', { name: 'Deutsch (Deutschland)' })).toHaveValue('de-DE');
  const english = recogniser();
  act(() => english.hear('vas ist', false));
  const pressed = performance.now();
  fireEvent.change(choice, { target: { value: 'de-DE' } });
  expect(performance.now() - pressed).toBeLessThan(300);
  expect(english.abort).toHaveBeenCalledOnce();
  expect(recogniser()).not.toBe(english);
  expect(recogniser().lang).toBe('de-DE');
  expect(screen.queryByText('vas ist')).toBeNull();
  expect(onWords).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(voice.saved).toMatchObject([{ language: 'de-DE' }]));
  unmount();
  start();
  expect(recogniser().lang).toBe('de-DE');
  expect(await screen.findByRole('combobox')).toHaveValue('de-DE');
});

// rule voice-dictation-language
it('takes the language of the account in a browser without a choice', async () => {
  fakeVoiceServer('browser').settings['language'] = 'fr-FR';
  await fetchSettings(new QueryClient());
  start();
  expect(recogniser().lang).toBe('fr-FR');
  localStorage.setItem('dictation_language', 'not a language');
  adoptDictationLanguage('');
  fireEvent.click(microphone('Stop dictation'));
  fireEvent.click(microphone('Dictate'));
  expect(recogniser().lang).toBe('en-US');
});

it('gives the focus of the language to the button when it ends', async () => {
  fakeVoiceServer('browser');
  start();
  (await screen.findByRole('combobox')).focus();
  act(() => recogniser().onend?.());
  expect(microphone('Dictate')).toHaveFocus();
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
  start();
  act(() => recogniser().onerror?.({ error }));
  act(() => recogniser().onend?.());
  expect(toasted).toHaveBeenCalledWith(expect.stringMatching(text), expect.anything());
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
});

it('says nothing of an end by the app', () => {
  start();
  act(() => recogniser().onerror?.({ error: 'aborted' }));
  expect(toasted).not.toHaveBeenCalled();
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
  start();
  expect(toasted).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
});

it('is not shown in a browser without recognition', () => {
  vi.stubGlobal('webkitSpeechRecognition', undefined);
  show();
  expect(screen.queryByRole('button')).toBeNull();
});
