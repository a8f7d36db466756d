import type { Page } from '@playwright/test';
import { FakeSpeech } from '../support/fake-speech.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

/** When a sound began and ended, in ms since the page was opened. 0 means not yet. */
interface SoundTimes {
  began: number;
  ended: number;
}

/**
 * Records the sounds that a page plays, and when the page first shows `text`. `playedSounds` returns the
 * record. Call `watchPlayedSounds` before the page is opened.
 */
async function watchPlayedSounds(page: Page, text: string): Promise<void> {
  await page.addInitScript((awaited) => {
    const sounds: SoundTimes[] = [];
    const knownElements = new WeakSet<HTMLMediaElement>();
    const state = { sounds, shownAt: 0 };
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (!knownElements.has(this)) {
        knownElements.add(this);
        const sound = { began: 0, ended: 0 };
        sounds.push(sound);
        this.addEventListener('playing', () => {
          sound.began ||= performance.now();
        });
        for (const end of ['ended', 'pause'])
          this.addEventListener(end, () => {
            sound.ended ||= performance.now();
          });
      }
      return play.call(this);
    };
    new MutationObserver(() => {
      if (state.shownAt === 0 && document.body?.textContent?.includes(awaited))
        state.shownAt = performance.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { recorded: state });
  }, text);
}

function playedSounds(page: Page): Promise<{ sounds: SoundTimes[]; shownAt: number }> {
  return page.evaluate(() => (window as unknown as { recorded: never }).recorded);
}

const fillerSentence =
  'Then come further words, which follow it for a long while, as a loom weaves on.';
const replyText = `It weaves patterns. ${fillerSentence} ${fillerSentence} The end.`;
/** A reply of `replyText` that takes about 8 s. */
const slowAnswer = { pieces: replyText.split(/(?<= )/), every: '200ms' };

// rules voice-speak-replies, voice-parts, voice-once
test('parts of a service play without a gap while the reply is written, and none after Stop', async ({
  chat,
  model,
  page,
  server,
}) => {
  const speech = await FakeSpeech.start(2);
  try {
    await server.restart({ COLLOQUY_TTS_URL: speech.url });
    await watchPlayedSounds(page, 'patterns. Then');
    await model.answerWith(slowAnswer);
    await chat.open();
    await page.getByRole('switch', { name: 'Speak replies' }).click();
    await chat.send('What does it weave?');
    await expect
      .poll(async () => (await playedSounds(page)).sounds[0]?.began ?? 0)
      .toBeGreaterThan(0);
    await expect(chat.stopButton).toBeVisible();
    await chat.expectNoRunningReply();
    await expect(page.getByRole('button', { name: 'Stop reading' })).toBeHidden({
      timeout: 20_000,
    });
    expect(speech.requestedTexts.join(' ')).toBe(replyText);
    expect(speech.requestedTexts[0]).toBe('It weaves patterns.');
    const { sounds } = await playedSounds(page);
    expect(sounds).toHaveLength(speech.requestedTexts.length);
    for (const { began, ended } of sounds) expect(ended - began).toBeGreaterThan(1500);

    // The model sends the whole reply at once, so its parts play without a pause between them.
    const textCount = speech.requestedTexts.length;
    await model.answerWith({ pieces: [replyText] });
    await chat.send('Again, please');
    await expect.poll(async () => (await playedSounds(page)).sounds.length).toBe(sounds.length + 2);
    await expect(page.getByRole('button', { name: 'Stop reading' })).toBeVisible();
    const [one] = (await playedSounds(page)).sounds.slice(-2);
    await expect
      .poll(async () => (await playedSounds(page)).sounds.at(-1)?.began)
      .toBeGreaterThan(0);
    const secondStart = (await playedSounds(page)).sounds.at(-1)?.began ?? 0;
    expect(secondStart - (one?.ended ?? 0)).toBeLessThan(150);
    await expect(page.getByRole('button', { name: 'Stop reading' })).toBeHidden({
      timeout: 20_000,
    });
    expect(speech.requestedTexts.slice(textCount).join(' ')).toBe(replyText);

    const soundCount = (await playedSounds(page)).sounds.length;
    await model.answerWith(slowAnswer);
    await chat.send('Once more');
    await expect.poll(async () => (await playedSounds(page)).sounds.length).toBe(soundCount + 1);
    await chat.stopButton.click();
    await chat.expectNoRunningReply();
    await page.waitForTimeout(2500);
    const { sounds: after } = await playedSounds(page);
    expect(after).toHaveLength(soundCount + 1);
    expect(after.at(-1)?.ended).toBeGreaterThan(0);
  } finally {
    await speech.close();
  }
});

// rule voice-speak-replies
test('espeak-ng is heard soon after the first sentence', async ({ chat, model, page, server }) => {
  await server.restart({ COLLOQUY_TTS_COMMAND: 'espeak-ng' });
  await watchPlayedSounds(page, 'patterns. Then');
  await model.answerWith(slowAnswer);
  await chat.open();
  await page.getByRole('switch', { name: 'Speak replies' }).click();
  await chat.send('What does it weave?');
  await expect
    .poll(async () => (await playedSounds(page)).sounds[0]?.began ?? 0)
    .toBeGreaterThan(0);
  await expect(chat.stopButton).toBeVisible();
  const { sounds, shownAt } = await playedSounds(page);
  expect(shownAt).toBeGreaterThan(0);
  const delay = (sounds[0]?.began ?? 0) - shownAt;
  test.info().annotations.push({ type: 'delay', description: `${Math.round(delay)} ms` });
  expect(delay).toBeLessThan(1000);
});
