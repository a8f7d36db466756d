import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import {
  failDictation,
  installFakeVoice,
  isSpeaking,
  recogniseWords,
  serveVoice,
  spokenParts,
} from '../support/fake-voice.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

// rule voice-browser
test('a reply is read aloud sentence by sentence, and stops by a second press', async ({
  chat,
  model,
  page,
}) => {
  await installFakeVoice(page, 1500);
  await serveVoice(page, 'browser');
  await model.answerWith({
    pieces: ['*smiles* It **weaves** patterns.', ' Numbers, too. And music.'],
  });
  await chat.open();
  await chat.send('What does it weave?');
  await chat.expectNoRunningReply();
  const reply = chat.replies().last();
  await reply.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => spokenParts(page)).toHaveLength(2);
  expect(await spokenParts(page)).toEqual(
    ['It weaves patterns.', 'Numbers, too.'].map((text) => ({
      text,
      rate: 1,
      pitch: 1,
      volume: 1,
    })),
  );
  await reply.getByRole('button', { name: 'Stop reading' }).click();
  expect(await isSpeaking(page)).toBe(false);
  await expect(reply.getByRole('button', { name: 'Listen' })).toBeVisible();
  await reply.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => isSpeaking(page)).toBe(true);
  await page.getByRole('link', { name: 'Colloquy' }).first().click();
  await expect.poll(() => isSpeaking(page)).toBe(false);
});

// rule voice-speak-replies
test('Speak replies reads replies, and is remembered', async ({ chat, model, page }) => {
  await installFakeVoice(page);
  await serveVoice(page, 'browser');
  await model.answerWith({ pieces: ['A reply.', ' Of two sentences.'] });
  await chat.open();
  const toggle = page.getByRole('switch', { name: 'Speak replies' });
  await expect(toggle).not.toBeChecked();
  await chat.send('A silent question');
  await chat.expectNoRunningReply();
  expect(await spokenParts(page)).toEqual([]);
  await toggle.press('Space');
  await expect(toggle).toBeChecked();
  await chat.send('A question');
  await chat.expectNoRunningReply();
  await expect
    .poll(async () => (await spokenParts(page)).map(({ text }) => text))
    .toEqual(['A reply.', 'Of two sentences.']);
  await page.reload();
  await chat.expectOpen();
  await expect(toggle).toBeChecked();
  expect(await spokenParts(page)).toEqual([]);
  await model.answerWith({ count: 2000, every: '30ms' });
  await chat.sendAndAwait('A long one', 'word2');
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  expect(await spokenParts(page)).toEqual([]);
});

// rule voice-speak-replies
test('Speak replies reads sentences while the reply is written, and none after Stop', async ({
  chat,
  model,
  page,
}) => {
  await installFakeVoice(page);
  await serveVoice(page, 'browser');
  await chat.open();
  await page.getByRole('switch', { name: 'Speak replies' }).click();
  await model.answerWith({
    pieces: Array.from({ length: 300 }, (_, at) => `Sentence ${at}. `),
    every: '50ms',
  });
  await chat.sendAndAwait('A long one', 'Sentence 5');
  await expect.poll(async () => (await spokenParts(page)).length).toBeGreaterThan(2);
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  const spokenTexts = (await spokenParts(page)).map(({ text }) => text);
  expect(spokenTexts).toEqual(spokenTexts.map((_, at) => `Sentence ${at}.`));
  expect(await isSpeaking(page)).toBe(false);
  expect((await spokenParts(page)).length).toBe(spokenTexts.length);
});

// rule voice-playback
test('a recording of the server plays, and stops by a press', async ({ chat, page }) => {
  const voice = await serveVoice(page, 'server');
  let releaseRecording = () => {};
  voice.recordingGate = new Promise((resolve) => {
    releaseRecording = resolve;
  });
  await chat.open();
  const reply = chat.replies().last();
  await reply.getByRole('button', { name: 'Listen' }).click();
  await expect(reply.getByRole('button', { name: 'Stop reading' })).toBeVisible();
  await expect.poll(() => voice.recordingRequests).toHaveLength(1);
  expect(voice.recordingRequests[0]).toMatchObject({
    useAIEmotion: true,
    includeEmotionalProfile: true,
  });
  releaseRecording();
  await expect(reply.getByText('/ 0:20')).toBeVisible();
  await expectAccessible(page);
  await expect(reply.getByText('0:03 / 0:20')).toBeVisible();
  await page.setViewportSize(phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await reply.getByRole('button', { name: 'Speed 1' }).click();
  await expect.poll(() => voice.savedSettings).toEqual([expect.objectContaining({ speed: 1.25 })]);
  await reply.getByRole('button', { name: 'Stop reading' }).press('Enter');
  await expect(reply.getByRole('button', { name: 'Listen' })).toBeFocused();
  await expect(reply.getByText('/ 0:20')).toBeHidden();
});

// rule voice-failures
test('a refused recording says why', async ({ chat, page, consoleGuard }) => {
  const voice = await serveVoice(page, 'server');
  voice.status = 402;
  consoleGuard.allow(/402/);
  await chat.open();
  await chat.replies().last().getByRole('button', { name: 'Listen' }).click();
  await expect(
    page.getByText('Insufficient funds for voice generation. Please add funds to your wallet.'),
  ).toBeVisible();
});

// rule voice-one-sound
test('a reading in another tab silences this one', async ({ chat, page, context }) => {
  await serveVoice(page, 'server');
  await chat.open();
  const listenButton = (tab: typeof page) => tab.getByRole('button', { name: 'Listen' }).last();
  const stopButton = (tab: typeof page) => tab.getByRole('button', { name: 'Stop reading' });
  await listenButton(page).click();
  await expect(page.getByText('/ 0:20')).toBeVisible();
  const otherPage = await context.newPage();
  await serveVoice(otherPage, 'server');
  await otherPage.goto(page.url());
  await listenButton(otherPage).click();
  await expect(otherPage.getByText('/ 0:20')).toBeVisible();
  await expect(stopButton(page)).toBeHidden();
  await expect(stopButton(otherPage)).toBeVisible();
});

// rule voice-dictation
test('what is dictated is appended to the message and not sent by itself', async ({
  chat,
  member,
  page,
}) => {
  await installFakeVoice(page);
  await chat.open();
  await chat.write('Tell me:');
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(page.getByText('Listening...')).toBeVisible();
  await recogniseWords(page, 'what is', false);
  await expect(page.getByText('what is', { exact: true })).toBeVisible();
  await expect(chat.composer).toHaveValue('Tell me:');
  await expectAccessible(page);
  await recogniseWords(page, 'what is a number', true);
  await expect(chat.composer).toHaveValue('Tell me: what is a number');
  await expect(page.getByText('Listening...')).toBeHidden();
  await expect(chat.composer).toBeFocused();
  expect(await member.ownLines('ada-lovelace')).toEqual([]);

  await page.getByRole('button', { name: 'Dictate' }).click();
  await failDictation(page, 'not-allowed');
  await expect(page.getByText(/^The microphone is blocked for this page\./)).toBeVisible();
  await expect(chat.composer).toHaveValue('Tell me: what is a number');

  await page.getByRole('button', { name: 'Dictate' }).click();
  await recogniseWords(page, 'half a', false);
  await chat.composer.press('Enter');
  await expect(page.getByText('Listening...')).toBeHidden();
  await chat.expectNoRunningReply();
  expect(await member.ownLines('ada-lovelace')).toEqual(['Tell me: what is a number']);
  await expect(chat.composer).toHaveValue('');
});

test('the bar fits a narrow phone', async ({ chat, page }) => {
  await page.setViewportSize(narrowPhone);
  await installFakeVoice(page);
  await chat.open();
  const microphone = page.getByRole('button', { name: /Dictate|Stop dictation/ });
  const expectOneRow = async (...parts: Locator[]) => {
    const verticalMiddles = await Promise.all(
      parts.map(async (part) => {
        await expect(part).toBeInViewport({ ratio: 1 });
        const box = await part.boundingBox();
        return box ? box.y + box.height / 2 : 0;
      }),
    );
    expect(Math.max(...verticalMiddles) - Math.min(...verticalMiddles)).toBeLessThan(4);
  };
  const toggle = page.getByRole('switch', { name: 'Speak replies' });
  await expectOneRow(microphone, toggle, chat.sendButton);
  await microphone.click();
  await expectOneRow(microphone, page.getByText('Listening...'), chat.sendButton);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrowPhone.width);
});
