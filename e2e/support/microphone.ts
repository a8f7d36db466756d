import type { Page } from '@playwright/test';

/** Returns the arguments of a Chromium that has a beeping microphone and allows or denies its use. */
export function microphoneArgs(answer: 'allow' | 'deny'): string[] {
  const flag = '--use-fake-ui-for-media-stream';
  return ['--use-fake-device-for-media-stream', answer === 'deny' ? `${flag}=deny` : flag];
}

/**
 * Removes speech recognition from a page, so that dictation makes recordings, and prepares `isMicrophoneOn`.
 * Call it before the page is opened. With `refusal`, a request for the microphone fails with an error of that
 * name.
 */
export async function removeSpeechRecognition(page: Page, refusal?: string): Promise<void> {
  await page.addInitScript((name) => {
    Reflect.deleteProperty(window, 'SpeechRecognition');
    Reflect.deleteProperty(window, 'webkitSpeechRecognition');
    const tracks: MediaStreamTrack[] = [];
    const devices = navigator.mediaDevices;
    const openMicrophone = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      if (name) throw new DOMException('', name);
      const stream = await openMicrophone(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
    const isMicrophoneOn = () => tracks.some(({ readyState }) => readyState === 'live');
    Object.assign(window, { isMicrophoneOn });
  }, refusal);
}

/** Reports whether the page uses the microphone. Call `removeSpeechRecognition` first. */
export function isMicrophoneOn(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    (window as unknown as { isMicrophoneOn: () => boolean }).isMicrophoneOn(),
  );
}

/** Fires `visibilitychange` while `document.hidden` is true, as if the tab were hidden. */
export function hideTab(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
  });
}
