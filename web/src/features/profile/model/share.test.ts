import { describe, expect, it, vi } from 'vitest';
import { browserShareWays, type ShareWays, shareLink } from './share';

const url = 'https://colloquy.example/character/profile/ada-lovelace';

function fakeWays(over: Partial<ShareWays> = {}) {
  return {
    share: vi.fn(async () => undefined),
    writeText: vi.fn(async () => undefined),
    copyHidden: vi.fn(() => true),
    prompt: vi.fn(),
    ...over,
  };
}

const refusingCall = () =>
  vi.fn(async () => {
    throw new DOMException('no', 'NotAllowedError');
  });

const shareWith = (with_: ShareWays) => shareLink(with_, 'Ada Lovelace', url, 'Copy this link:');

// rule profile-share
describe('sharing tries four ways in their order', () => {
  it('shares natively where that is possible', async () => {
    const allShareWays = fakeWays();
    expect(await shareWith(allShareWays)).toBe(false);
    expect(allShareWays.share).toHaveBeenCalledExactlyOnceWith({ title: 'Ada Lovelace', url });
    expect(allShareWays.writeText).not.toHaveBeenCalled();
  });

  it('tries no other way when the user closes the share sheet', async () => {
    const closeSheet = vi.fn(async () => {
      throw new DOMException('closed', 'AbortError');
    });
    const ways = fakeWays({ share: closeSheet });
    expect(await shareWith(ways)).toBe(false);
    expect(ways.writeText).not.toHaveBeenCalled();
    expect(ways.prompt).not.toHaveBeenCalled();
  });

  it.each([
    ['is absent', undefined],
    ['fails', refusingCall()],
  ])('writes to the clipboard when sharing %s', async (_, native) => {
    const ways = fakeWays({ share: native });
    expect(await shareWith(ways)).toBe(true);
    expect(ways.writeText).toHaveBeenCalledExactlyOnceWith(url);
    expect(ways.copyHidden).not.toHaveBeenCalled();
  });

  it.each([
    ['is absent', undefined],
    ['refuses', refusingCall()],
  ])('copies a hidden text when the clipboard %s', async (_, writeText) => {
    const ways = fakeWays({ share: undefined, writeText });
    expect(await shareWith(ways)).toBe(true);
    expect(ways.copyHidden).toHaveBeenCalledExactlyOnceWith(url);
    expect(ways.prompt).not.toHaveBeenCalled();
  });

  // rule profile-share
  it('shows the address in a prompt as the last way', async () => {
    const ways = fakeWays({ share: undefined, writeText: undefined, copyHidden: () => false });
    expect(await shareWith(ways)).toBe(false);
    expect(ways.prompt).toHaveBeenCalledExactlyOnceWith('Copy this link:', url);
  });
});

describe('the hidden text', () => {
  it('is selected, copied and removed, and the focus returns', () => {
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    const seen: string[] = [];
    document.execCommand = (command) => {
      const field = document.activeElement as HTMLTextAreaElement;
      seen.push(command, field.value.slice(field.selectionStart, field.selectionEnd));
      return true;
    };
    expect(browserShareWays().copyHidden(url)).toBe(true);
    expect(seen).toEqual(['copy', url]);
    expect(document.querySelector('textarea')).toBeNull();
    expect(button).toHaveFocus();
    button.remove();
  });

  it('returns false in a browser without the copy command', () => {
    document.execCommand = () => {
      throw new Error('gone');
    };
    expect(browserShareWays().copyHidden(url)).toBe(false);
    expect(document.querySelector('textarea')).toBeNull();
  });
});

it('leaves out what the browser lacks', () => {
  vi.stubGlobal('navigator', {});
  const { share: native, writeText } = browserShareWays();
  vi.unstubAllGlobals();
  expect([native, writeText]).toEqual([undefined, undefined]);
});
