import { expectAccessible } from '../support/axe.ts';
import { chromiumPath, launchArgs } from '../support/binary-paths.ts';
import { installFakeVoice, lastRecognition, recogniseWords } from '../support/fake-voice.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  hideTab,
  isMicrophoneOn,
  microphoneArgs,
  removeSpeechRecognition,
} from '../support/microphone.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({
  signedIn: true,
  withTranscription: true,
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...launchArgs, ...microphoneArgs('allow')],
  },
});

/** How long (ms) a dictation records the fake microphone. The recorder delivers no sound at first. */
const dictationMs = 700;

// rules voice-dictation-language, voice-dictation-ends
test('recognition listens in the chosen language, and a second press ends it', async ({
  chat,
  page,
}) => {
  await installFakeVoice(page);
  await chat.open();
  const microphone = page.getByRole('button', { name: /^(Dictate|Stop dictation)$/ });
  await microphone.click();
  expect(await lastRecognition(page)).toEqual({ lang: 'en-US', isHearing: true });
  const language = page.getByRole('combobox', { name: 'Language of dictation' });
  await expect(language).toHaveValue('en-US');
  await expectAccessible(page);
  const languageSwitchDurationMs = await language.evaluate((select: HTMLSelectElement) => {
    const startTime = performance.now();
    select.value = 'de-DE';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    const { recogniser } = window as unknown as { recogniser: { lang: string } };
    return recogniser.lang === 'de-DE' ? performance.now() - startTime : Number.POSITIVE_INFINITY;
  });
  expect(languageSwitchDurationMs).toBeLessThan(300);
  await recogniseWords(page, 'was ist eine Zahl', false);
  await microphone.click();
  expect(await lastRecognition(page)).toEqual({ lang: 'de-DE', isHearing: false });
  await expect(chat.composer).toHaveValue('was ist eine Zahl');
  await expect(page.getByText('Listening...')).toBeHidden();

  await page.reload();
  await chat.expectOpen();
  await microphone.click();
  await expect(language).toHaveValue('de-DE');
  await page.getByRole('link', { name: 'Colloquy' }).first().click();
  await expect.poll(async () => (await lastRecognition(page)).isHearing).toBe(false);
});

// rules voice-dictation-recorded, voice-dictation-insert
test('without recognition, a recording is written down into the message', async ({
  chat,
  member,
  page,
  transcriber,
}) => {
  await removeSpeechRecognition(page);
  await chat.open();
  await chat.write('Tell me: Please.');
  for (let step = 0; step < ' Please.'.length; step += 1) await chat.composer.press('ArrowLeft');
  await page.getByRole('button', { name: 'Dictate' }).press('Enter');
  await expect(page.getByText('Listening...')).toBeVisible();
  expect(await isMicrophoneOn(page)).toBe(true);
  await expectAccessible(page);
  await page.waitForTimeout(2 * dictationMs);
  await page.getByRole('button', { name: 'Stop dictation' }).press('Enter');
  expect(await isMicrophoneOn(page)).toBe(false);
  await expect(chat.composer).toHaveValue('Tell me: what is a number Please.');
  await expect(chat.composer).toBeFocused();
  await expect(page.getByText('Writing it down...')).toBeHidden();

  // The service got the beeps of the fake microphone.
  expect(transcriber.forms).toHaveLength(1);
  const [form = Buffer.alloc(0)] = transcriber.forms;
  expect(form.includes('filename="audio.webm"')).toBe(true);
  expect(form.includes(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).toBe(true);
  expect(form.length).toBeGreaterThan(5000);

  expect(await member.ownLines('ada-lovelace')).toEqual([]);
  await chat.composer.pressSequentially(' for you?');
  await chat.composer.press('Enter');
  await chat.expectNoRunningReply();
  expect(await member.ownLines('ada-lovelace')).toEqual([
    'Tell me: what is a number for you? Please.',
  ]);
});

// rule voice-dictation-recorded
test('a recording ends by itself after 60 seconds', async ({ chat, page }) => {
  await removeSpeechRecognition(page);
  await page.clock.install();
  await chat.open();
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(page.getByText('Listening...')).toBeVisible();
  await page.clock.runFor(45_000);
  await expect(page.getByText(/s left$/)).toBeHidden();
  await page.clock.runFor(10_000);
  await expect(page.getByText(/^[3-5] s left$/)).toBeVisible();
  await page.setViewportSize(phone);
  await expect(page.getByText(/^[1-5] s left$/)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.clock.runFor(5000);
  await expect(chat.composer).toHaveValue('what is a number');
  expect(await isMicrophoneOn(page)).toBe(false);
});

// rule voice-dictation-ends
test('the microphone is off after cancelling, hiding the tab, sending and leaving', async ({
  chat,
  page,
  transcriber,
}) => {
  await removeSpeechRecognition(page);
  await chat.open();
  const startDictation = async () => {
    await page.getByRole('button', { name: 'Dictate' }).click();
    await expect(page.getByText('Listening...')).toBeVisible();
    expect(await isMicrophoneOn(page)).toBe(true);
    await page.waitForTimeout(dictationMs);
  };
  await startDictation();
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  expect(await isMicrophoneOn(page)).toBe(false);
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeFocused();
  await startDictation();
  await page.keyboard.press('Escape');
  expect(await isMicrophoneOn(page)).toBe(false);
  await startDictation();
  await chat.send('Typed meanwhile');
  expect(await isMicrophoneOn(page)).toBe(false);
  await chat.expectNoRunningReply();
  expect(transcriber.forms).toHaveLength(0);

  await startDictation();
  await hideTab(page);
  expect(await isMicrophoneOn(page)).toBe(false);
  await expect(chat.composer).toHaveValue('what is a number');

  let releaseTranscript = () => {};
  transcriber.answerGate = new Promise((resolve) => {
    releaseTranscript = resolve;
  });
  await startDictation();
  await page.getByRole('button', { name: 'Stop dictation' }).click();
  await expect.poll(() => transcriber.forms).toHaveLength(2);
  await page.getByRole('button', { name: 'Cancel dictation' }).click();
  releaseTranscript();
  await startDictation();
  await page.getByRole('link', { name: 'Colloquy' }).first().click();
  await expect.poll(() => isMicrophoneOn(page)).toBe(false);
  await page.goBack();
  await expect(chat.composer).toHaveValue('what is a number');
});

// rules voice-dictation-failures, voice-dictation-kept
test('each failure says what to do, and the next try works', async ({
  chat,
  consoleGuard,
  page,
  transcriber,
}) => {
  consoleGuard.allow(/status of (401|413|429|500|502)/, /Unauthorized access/);
  await removeSpeechRecognition(page);
  await chat.open();
  await chat.write('Typed.');
  const dictate = async () => {
    await page.getByRole('button', { name: 'Dictate' }).click();
    await expect(page.getByText('Listening...')).toBeVisible();
    await page.waitForTimeout(dictationMs);
    await page.getByRole('button', { name: 'Stop dictation' }).click();
  };
  const dictationFailedText =
    'What you said could not be written down. Type instead, or try again.';
  for (const [status, text] of [
    [401, dictationFailedText],
    [429, /^Too many recordings are being written down right now\. Try again in \d+ s\.$/],
  ] as const) {
    transcriber.status = status;
    await dictate();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText(text)).toBeHidden();
  }
  for (const [status, text] of [
    [401, 'Your login has ended. Log in again, then dictate once more.'],
    [413, 'The recording is too long. Dictate in shorter parts.'],
    [502, dictationFailedText],
  ] as const) {
    await page.route('**/api/voices/transcription', (route) => route.fulfill({ status }), {
      times: 1,
    });
    await dictate();
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(chat.composer).toHaveValue('Typed.');
  transcriber.status = 200;
  // The recording that the server answered with 502 is kept.
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(chat.composer).toHaveValue('Typed. what is a number');
  await dictate();
  await expect(chat.composer).toHaveValue('Typed. what is a number what is a number');
});

// rule voice-dictation-failures
test('a missing microphone says what to do', async ({ chat, page }) => {
  await removeSpeechRecognition(page, 'NotFoundError');
  await chat.open();
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(
    page.getByText('No microphone was found. Connect one, then try again.'),
  ).toBeVisible();
});

test.describe('without a service', () => {
  test.use({ withTranscription: false });

  // rule voice-dictation-recorded
  test('and without recognition there is no microphone', async ({ chat, page }) => {
    await removeSpeechRecognition(page);
    const settingsResponse = page.waitForResponse('**/api/user/voice');
    await chat.open();
    expect((await (await settingsResponse).json()).transcription).toBe(false);
    await expect(page.getByRole('switch', { name: 'Speak replies' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dictate' })).toHaveCount(0);
  });
});

// rule voice-dictation-recorded
test('the controls of a recording fit a narrow phone', async ({ chat, page }) => {
  await page.setViewportSize(narrowPhone);
  await removeSpeechRecognition(page);
  await chat.open();
  await page.getByRole('button', { name: 'Dictate' }).click();
  for (const part of [
    page.getByText('Listening...'),
    page.getByRole('button', { name: 'Cancel', exact: true }),
    chat.sendButton,
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowPhone.width);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone });

  // rule voice-dictation-insert
  test('words follow a draft that was not touched yet', async ({ chat, page }) => {
    await installFakeVoice(page);
    await chat.open();
    await chat.write('Tell me:');
    await page.reload();
    await chat.expectOpen();
    await expect(chat.composer).toHaveValue('Tell me:');
    await expect(chat.composer).not.toBeFocused();
    // Where the caret is before the first focus depends on the browser.
    await chat.composer.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0));
    await page.getByRole('button', { name: 'Dictate' }).tap();
    await recogniseWords(page, 'what is a number', true);
    await expect(chat.composer).toHaveValue('Tell me: what is a number');
  });
});
