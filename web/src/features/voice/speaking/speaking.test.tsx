import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '#/shared/ui/toast';
import { type FakeSynthesis, stubSynthesis } from '../test/fake-synthesis';
import { ListenButton } from './listen-button';
import { SpeakSwitch } from './speak-switch';
import { silence, speak, useSpeaker } from './speaker';
import { useSpeakFinished } from './use-speak-finished';

let synthesis: FakeSynthesis;
let toasted: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  synthesis = stubSynthesis();
  toasted = vi.spyOn(toast, 'error').mockReturnValue('');
  useSpeaker.setState({ hasVoices: true, speaking: null });
});
afterEach(() => {
  silence();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// rule voice-browser
describe('speak', () => {
  it('reads sentence by sentence with rate, pitch and volume 1, and ends', () => {
    speak('a', 'One. **Two.**');
    expect(synthesis.texts()).toEqual(['One.', 'Two.']);
    for (const { rate, pitch, volume } of synthesis.queue) {
      expect([rate, pitch, volume]).toEqual([1, 1, 1]);
    }
    expect(useSpeaker.getState().speaking).toBe('a');
    synthesis.finish();
    expect(useSpeaker.getState().speaking).toBe('a');
    synthesis.finish();
    expect(useSpeaker.getState().speaking).toBeNull();
  });

  it('says nothing of a cancelled reading when another begins', () => {
    speak('a', 'One. Two.');
    speak('b', 'Three.');
    expect(synthesis.texts()).toEqual(['Three.']);
    expect(useSpeaker.getState().speaking).toBe('b');
    expect(toasted).not.toHaveBeenCalled();
  });

  it('ignores the late end of a reading that was stopped', () => {
    speak('a', 'One.');
    const [stopped] = synthesis.queue;
    silence();
    speak('a', 'One.');
    stopped?.onend?.();
    expect(useSpeaker.getState().speaking).toBe('a');
    expect(synthesis.texts()).toEqual(['One.']);
  });

  it('tells of a text with nothing to say', () => {
    speak('a', '*sighs*');
    expect(toasted).toHaveBeenCalledWith(
      'No audio content available for playback.',
      expect.anything(),
    );
    expect(useSpeaker.getState().speaking).toBeNull();
  });

  it('tells of a failure and stops', () => {
    speak('a', 'One. Two.');
    act(() => synthesis.fail('audio-busy'));
    expect(toasted).toHaveBeenCalledWith(
      'Failed to play audio. Please check your audio settings.',
      expect.anything(),
    );
    expect(synthesis.texts()).toEqual([]);
    expect(useSpeaker.getState().speaking).toBeNull();
  });
});

describe('ListenButton', () => {
  const button = <ListenButton messageKey="a" content="One. Two." className="" />;

  it('reads aloud and stops', () => {
    render(button);
    fireEvent.click(screen.getByRole('button', { name: 'Listen' }));
    expect(synthesis.texts()).toEqual(['One.', 'Two.']);
    fireEvent.click(screen.getByRole('button', { name: 'Stop reading' }));
    expect(synthesis.texts()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Listen' })).toBeTruthy();
  });

  it('is not shown in a browser without voices', () => {
    useSpeaker.setState({ hasVoices: false });
    render(button);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

// rule voice-speak-replies
describe('Speak replies', () => {
  const reply = (key: string, status: string) => ({ key, status, content: `Reply ${key}.` });
  const follow = (first = reply('a', 'complete')) =>
    renderHook(({ last }) => useSpeakFinished(last), { initialProps: { last: first } });
  const turnOn = () => {
    render(<SpeakSwitch />);
    fireEvent.click(screen.getByRole('switch', { name: 'Speak replies' }));
    synthesis.queue = [];
  };

  it('reads a reply that was watched when it is complete, once', () => {
    turnOn();
    const { rerender } = follow();
    expect(synthesis.texts()).toEqual([]);
    rerender({ last: reply('b', 'generating') });
    expect(synthesis.texts()).toEqual([]);
    rerender({ last: reply('b', 'complete') });
    expect(synthesis.texts()).toEqual(['Reply b.']);
    synthesis.finish();
    rerender({ last: reply('b', 'complete') });
    expect(synthesis.texts()).toEqual([]);
  });

  it.each(['stopped', 'failed', 'interrupted'])('does not read a reply that is %s', (status) => {
    turnOn();
    const { rerender } = follow();
    rerender({ last: reply('b', 'generating') });
    rerender({ last: reply('b', status) });
    expect(synthesis.texts()).toEqual([]);
  });

  it('reads nothing while it is off', () => {
    const { rerender } = follow();
    rerender({ last: reply('b', 'generating') });
    rerender({ last: reply('b', 'complete') });
    expect(synthesis.texts()).toEqual([]);
  });

  it('is silent when a new reply begins, when it is switched off and when the page is left', () => {
    turnOn();
    const { rerender, unmount } = follow();
    act(() => speak('a', 'One.'));
    rerender({ last: reply('b', 'generating') });
    expect(synthesis.texts()).toEqual([]);
    act(() => speak('a', 'One.'));
    fireEvent.click(screen.getByRole('switch', { name: 'Speak replies' }));
    expect(synthesis.texts()).toEqual([]);
    act(() => speak('a', 'One.'));
    unmount();
    expect(synthesis.texts()).toEqual([]);
  });

  it('finds the voices that the browser loads later', () => {
    useSpeaker.setState({ hasVoices: false });
    synthesis.voices = [];
    follow();
    expect(useSpeaker.getState().hasVoices).toBe(false);
    act(() => synthesis.findVoices());
    expect(useSpeaker.getState().hasVoices).toBe(true);
  });
});
