import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

/** Records the sounds that a page plays. `lastSound` reads the record. Call it before the page is opened. */
async function watchPlayedSounds(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sounds: HTMLMediaElement[] = [];
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      sounds.push(this);
      return play.call(this);
    };
    Object.assign(window, { sounds });
  });
}

/** Returns the position and length (s) of the last sound, and whether it is paused. */
async function lastSound(page: Page) {
  return page.evaluate(() => {
    const sound = (window as unknown as { sounds: HTMLMediaElement[] }).sounds.at(-1);
    return sound && { at: sound.currentTime, length: sound.duration, paused: sound.paused };
  });
}

/** Returns the loudest sample (0 to 1) and the length (s) of a recording. */
async function measureLoudnessAndLength(page: Page, address: string) {
  return page.evaluate(async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 22050).decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    return {
      loudest: samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
      length: sound.duration,
    };
  }, address);
}

// rules voice-server, voice-playback, voice-once, voice-forgotten
test('espeak-ng reads a reply aloud, once, until the chat is deleted', async ({
  chat,
  consoleGuard,
  member,
  model,
  page,
  server,
}) => {
  await server.restart({ COLLOQUY_TTS_COMMAND: 'espeak-ng' });
  expect(server.log).toContain('replies are read aloud by espeak-ng');
  await watchPlayedSounds(page);
  const addresses: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('/voices/character/speech')) return;
    addresses.push((await response.json()).data.audioUrl);
  });
  await model.answerWith({ pieces: ['*smiles* I was born in 1815,', ' the daughter of a poet.'] });
  await chat.open();
  await chat.send('When were you born?');
  await chat.expectNoRunningReply();
  const reply = chat.replies().last();
  await reply.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(async () => (await lastSound(page))?.at ?? 0).toBeGreaterThan(0.3);
  expect((await lastSound(page))?.length).toBeGreaterThan(1.5);
  await reply.getByRole('button', { name: 'Stop reading' }).click();
  await expect.poll(async () => (await lastSound(page))?.paused).toBe(true);
  await expect(reply.getByRole('button', { name: 'Listen' })).toBeVisible();

  const [address = ''] = addresses;
  const sound = await measureLoudnessAndLength(page, address);
  expect(sound.loudest).toBeGreaterThan(0.1);
  expect(sound.length).toBeLessThan(10);
  const rangeResponse = await page.request.get(address, { headers: { Range: 'bytes=0-3' } });
  expect([rangeResponse.status(), await rangeResponse.text()]).toEqual([206, 'RIFF']);

  // After a reload, Listen plays the same recording again.
  await page.reload();
  await chat.expectOpen();
  await chat.replies().last().getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => addresses.length).toBe(2);
  expect(new URL(addresses[1] ?? '', page.url()).pathname).toBe(
    new URL(address, page.url()).pathname,
  );

  consoleGuard.allow(/status of 404/);
  await member.deleteChats();
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(404);
});
