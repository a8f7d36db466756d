/** The browser's ways to share an address. Missing ones are skipped. */
export interface ShareWays {
  share: ((data: { title: string; url: string }) => Promise<void>) | undefined;
  writeText: ((text: string) => Promise<void>) | undefined;
  /** Copies a text from a hidden field by the copy command; false if the browser refuses. */
  copyHidden: (text: string) => boolean;
  prompt: (message: string, text: string) => void;
}

async function tryShareWay(
  way: (() => Promise<void>) | undefined,
): Promise<'done' | 'gave up' | 'no'> {
  if (!way) return 'no';
  try {
    await way();
    return 'done';
  } catch (error) {
    // The user closed the share sheet: try no other way.
    return error instanceof DOMException && error.name === 'AbortError' ? 'gave up' : 'no';
  }
}

/**
 * Tries four ways (rule profile-share): native share, clipboard, copy of a hidden text, prompt.
 * Returns true if the address is now in the clipboard.
 */
export async function shareLink(
  ways: ShareWays,
  title: string,
  url: string,
  message: string,
): Promise<boolean> {
  const { share, writeText } = ways;
  if ((await tryShareWay(share && (() => share({ title, url })))) !== 'no') return false;
  if ((await tryShareWay(writeText && (() => writeText(url)))) === 'done') return true;
  if (ways.copyHidden(url)) return true;
  ways.prompt(message, url);
  return false;
}

function copyFromHiddenField(text: string): boolean {
  const field = document.createElement('textarea');
  const focusedElement = document.activeElement;
  field.value = text;
  field.className = 'visually-hidden';
  field.readOnly = true;
  document.body.append(field);
  field.focus();
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focusedElement instanceof HTMLElement) focusedElement.focus();
  }
}

/** The ways that this browser supports. The clipboard is missing on insecure origins. */
export function browserShareWays(): ShareWays {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  return {
    share: navigator.share?.bind(navigator),
    writeText: clipboard?.writeText.bind(clipboard),
    copyHidden: copyFromHiddenField,
    prompt: (message, text) => {
      window.prompt(message, text);
    },
  };
}
