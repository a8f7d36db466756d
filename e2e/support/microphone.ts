import type { Page } from '@playwright/test';

/** Arguments of a Chromium whose microphone beeps, and which allows or denies pages to use it. */
export function microphoneArgs(answer: 'allow' | 'deny'): string[] {
  const flag = '--use-fake-ui-for-media-stream';
  return ['--use-fake-device-for-media-stream', answer === 'deny' ? `${flag}=deny` : flag];
}

/**
 * Takes the speech recognition away from a page and watches its microphone, before it is opened.
 * `refusal` is the name of the error with which the browser answers instead of a microphone.
 */
export async function recordOnly(page: Page, refusal?: string): Promise<void> {
  await page.addInitScript((name) => {
    Reflect.deleteProperty(window, 'SpeechRecognition');
    Reflect.deleteProperty(window, 'webkitSpeechRecognition');
    const tracks: MediaStreamTrack[] = [];
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      if (name) throw new DOMException('', name);
      const stream = await open(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
    const isMicrophoneOn = () => tracks.some(({ readyState }) => readyState === 'live');
    Object.assign(window, { isMicrophoneOn });
  }, refusal);
}

/** Whether the page uses the microphone. */
export function isMicrophoneOn(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    (window as unknown as { isMicrophoneOn: () => boolean }).isMicrophoneOn(),
  );
}

/** Makes a page believe that its tab is hidden. */
export function hideTab(page: Page): Promise<void> {
  return page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
  });
}
