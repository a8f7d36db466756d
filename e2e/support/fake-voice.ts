import type { Page } from '@playwright/test';

/** A text that a page gave to its speech synthesis, with the settings of the utterance. */
export interface SpokenPart {
  text: string;
  rate: number;
  pitch: number;
  volume: number;
}

/**
 * Installs a fake speech synthesis and speech recognition in a page, because the browser of the tests
 * has no voices. Call it before the page is opened. Each utterance lasts `milliseconds`.
 */
export async function installFakeVoice(page: Page, milliseconds = 50): Promise<void> {
  await page.addInitScript((duration) => {
    const spoken: object[] = [];
    let queue: { text: string; onend?: () => void; onerror?: (e: object) => void }[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speakNext = () => {
      const [current] = queue;
      if (!current) return;
      const { text, rate, pitch, volume } = current as unknown as SpokenPart;
      if (text !== '') spoken.push({ text, rate, pitch, volume });
      timer = setTimeout(() => {
        queue.shift();
        const hasMore = queue.length > 0;
        current.onend?.();
        if (hasMore) speakNext();
      }, duration);
    };
    const synthesis = {
      getVoices: () => [{}],
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      speak: (utterance: { text: string }) => {
        queue.push(utterance);
        if (queue.length === 1) speakNext();
      },
      cancel: () => {
        clearTimeout(timer);
        const [current] = queue;
        queue = [];
        current?.onerror?.({ error: 'canceled' });
      },
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.assign(window, {
      spoken,
      isSpeaking: () => queue.length > 0,
      SpeechSynthesisUtterance: class {
        text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
      SpeechRecognition: class {
        lang = '';
        isHearing = true;
        onresult?: (event: object) => void;
        onerror?: (event: object) => void;
        onend?: () => void;
        start() {
          Object.assign(window, { recogniser: this });
        }
        stop() {
          this.onend?.();
        }
        abort() {
          this.isHearing = false;
          this.onend?.();
        }
      },
    });
  }, milliseconds);
}

/** Returns a sound in WAV format that swells and fades. */
export function toneWAV(seconds: number): Buffer {
  const rate = 8000;
  const byteCount = rate * seconds;
  const wav = Buffer.alloc(44 + byteCount);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + byteCount, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(byteCount, 40);
  for (let at = 0; at < byteCount; at += 1) {
    const swell = Math.abs(Math.sin((at / rate) * 2));
    wav[44 + at] = 128 + Math.round(100 * swell * Math.sin(at / 3));
  }
  return wav;
}

/** The fake voice API of `serveVoice`. Tests may change its answers at any time. */
export interface ServerVoice {
  /** HTTP status of the next answers. Only an answer with status 200 has a recording. */
  status: number;
  /** Requests for recordings are answered after this promise resolves. */
  recordingGate: Promise<void>;
  /** Bodies of the requests for recordings. */
  recordingRequests: unknown[];
  /** Bodies of the requests that saved settings. */
  savedSettings: unknown[];
}

/**
 * Answers the voice API calls of a page instead of the server. Call it before the page is opened. Every
 * recording lasts `seconds`.
 */
export async function serveVoice(
  page: Page,
  provider: 'server' | 'browser',
  seconds = 20,
): Promise<ServerVoice> {
  const voice: ServerVoice = {
    status: 200,
    recordingGate: Promise.resolve(),
    recordingRequests: [],
    savedSettings: [],
  };
  const settings = {
    provider,
    transcription: false,
    speed: 1,
    language: '',
    autoplay: false,
    voices: {},
    choices: [],
    used: 0,
    allowance: 5000,
    resets_at: '2027-01-01T00:00:00Z',
  };
  await page.route('**/api/user/voice', (route) => {
    if (route.request().method() === 'PATCH') {
      voice.savedSettings.push(route.request().postDataJSON());
      Object.assign(settings, route.request().postDataJSON());
    }
    return route.fulfill({ json: settings });
  });
  await page.route('**/api/voices/character/speech', async (route) => {
    voice.recordingRequests.push(route.request().postDataJSON());
    await voice.recordingGate;
    const json = { data: { audioUrl: '/media/private-voice.wav?expires=1&signature=x' } };
    await route.fulfill({ status: voice.status, json: voice.status === 200 ? json : {} });
  });
  await page.route('**/media/private-voice.wav*', (route) =>
    route.fulfill({ contentType: 'audio/wav', body: toneWAV(seconds) }),
  );
  return voice;
}

/** Returns everything that the page has spoken since it was opened. */
export function spokenParts(page: Page): Promise<SpokenPart[]> {
  return page.evaluate(() => (window as unknown as { spoken: SpokenPart[] }).spoken);
}

export function isSpeaking(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { isSpeaking: () => boolean }).isSpeaking());
}

/** Makes the running dictation recognise words. A final result also ends the dictation. */
export function recogniseWords(page: Page, words: string, isFinal: boolean): Promise<void> {
  return page.evaluate(
    ([transcript, final]) => {
      const { recogniser } = window as unknown as {
        recogniser: { onresult?: (event: object) => void; onend?: () => void };
      };
      recogniser.onresult?.({ results: { length: 1, 0: { isFinal: final, 0: { transcript } } } });
      if (final) recogniser.onend?.();
    },
    [words, isFinal] as const,
  );
}

/** Makes the running dictation fail with a SpeechRecognition error code. */
export function failDictation(page: Page, error: string): Promise<void> {
  return page.evaluate((name) => {
    const { recogniser } = window as unknown as {
      recogniser: { onerror?: (event: object) => void; onend?: () => void };
    };
    recogniser.onerror?.({ error: name });
    recogniser.onend?.();
  }, error);
}

/** Returns the language of the page's last recognition, and whether the recognition still listens. */
export function lastRecognition(page: Page): Promise<{ lang: string; isHearing: boolean }> {
  return page.evaluate(() => {
    const { recogniser } = window as unknown as {
      recogniser: { lang: string; isHearing: boolean };
    };
    return { lang: recogniser.lang, isHearing: recogniser.isHearing };
  });
}
