import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '#/shared/ui/toast';
import { DictationButton } from './dictation-button';

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
  stop = vi.fn(() => this.onend?.());
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
});

function start() {
  const view = render(<DictationButton onWords={onWords} disabled={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Dictate' }));
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
  act(() => recogniser().hear('what is virtue', true));
  act(() => recogniser().onend?.());
  expect(onWords.mock.calls).toEqual([['what is virtue']]);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByText('what is virtue')).toBeNull();
});

it('stops by a second press and by Escape', () => {
  start();
  fireEvent.click(screen.getByRole('button', { name: 'Stop dictation' }));
  expect(recogniser().stop).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Dictate' }));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(recogniser().stop).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy();
  expect(onWords).not.toHaveBeenCalled();
});

it('discards what was said when the message is sent or the page is left', () => {
  const { rerender, unmount } = start();
  const first = recogniser();
  act(() => first.hear('half a', true));
  rerender(<DictationButton onWords={onWords} disabled />);
  expect(first.abort).toHaveBeenCalledOnce();
  expect(first.onend).toBeNull();
  rerender(<DictationButton onWords={onWords} disabled={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Dictate' }));
  const second = recogniser();
  unmount();
  expect(second.abort).toHaveBeenCalledOnce();
  expect(onWords).not.toHaveBeenCalled();
});

it.each([
  ['not-allowed', /^The microphone is blocked for this page\./],
  ['service-not-allowed', /^The microphone is blocked for this page\./],
  ['audio-capture', /^No microphone was found\./],
  ['no-speech', /^Nothing was heard\./],
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
  render(<DictationButton onWords={onWords} disabled={false} />);
  expect(screen.queryByRole('button')).toBeNull();
});
