import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { failDictation, giveVoice, hear, isSpeaking, saidOn } from '../support/fake-voice.ts';
import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

// rule voice-browser
test('a reply is read aloud sentence by sentence, and stops by a second press', async ({
  chat,
  model,
  page,
}) => {
  await giveVoice(page, 1500);
  await model.answerWith({
    pieces: ['*smiles* It **weaves** patterns.', ' Numbers, too. And music.'],
  });
  await chat.open();
  await chat.send('What does it weave?');
  await chat.expectNoRunningReply();
  const reply = chat.replies().last();
  await reply.getByRole('button', { name: 'Listen' }).click();
  await expect.poll(() => saidOn(page)).toHaveLength(2);
  expect(await saidOn(page)).toEqual(
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
test('Speak replies reads finished replies, and is remembered', async ({ chat, model, page }) => {
  await giveVoice(page);
  await model.answerWith({ pieces: ['A reply.', ' Of two sentences.'] });
  await chat.open();
  const toggle = page.getByRole('switch', { name: 'Speak replies' });
  await expect(toggle).not.toBeChecked();
  await chat.send('A silent question');
  await chat.expectNoRunningReply();
  expect(await saidOn(page)).toEqual([]);
  await toggle.press('Space');
  await expect(toggle).toBeChecked();
  await chat.send('A question');
  await chat.expectNoRunningReply();
  await expect
    .poll(async () => (await saidOn(page)).map(({ text }) => text))
    .toEqual(['A reply.', 'Of two sentences.']);
  await page.reload();
  await chat.expectOpen();
  await expect(toggle).toBeChecked();
  expect(await saidOn(page)).toEqual([]);
  await model.answerWith({ count: 2000, every: '30ms' });
  await chat.sendAndAwait('A long one', 'word2');
  await chat.stopButton.click();
  await chat.expectNoRunningReply();
  expect(await saidOn(page)).toEqual([]);
});

// rule voice-dictation
test('what is dictated is appended to the message and not sent by itself', async ({
  chat,
  member,
  page,
}) => {
  await giveVoice(page);
  await chat.open();
  await chat.write('Tell me:');
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(page.getByText('Listening...')).toBeVisible();
  await hear(page, 'what is', false);
  await expect(page.getByText('what is', { exact: true })).toBeVisible();
  await expect(chat.composer).toHaveValue('Tell me:');
  await expectAccessible(page);
  await hear(page, 'what is a number', true);
  await expect(chat.composer).toHaveValue('Tell me: what is a number');
  await expect(page.getByText('Listening...')).toBeHidden();
  await expect(chat.composer).toBeFocused();
  expect(await member.ownLines('ada-lovelace')).toEqual([]);

  await page.getByRole('button', { name: 'Dictate' }).click();
  await failDictation(page, 'not-allowed');
  await expect(page.getByText(/^The microphone is blocked for this page\./)).toBeVisible();
  await expect(chat.composer).toHaveValue('Tell me: what is a number');

  await page.getByRole('button', { name: 'Dictate' }).click();
  await hear(page, 'half a', false);
  await chat.composer.press('Enter');
  await expect(page.getByText('Listening...')).toBeHidden();
  await chat.expectNoRunningReply();
  expect(await member.ownLines('ada-lovelace')).toEqual(['Tell me: what is a number']);
  await expect(chat.composer).toHaveValue('');
});

test('the bar fits a narrow phone', async ({ chat, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await giveVoice(page);
  await chat.open();
  const microphone = page.getByRole('button', { name: /Dictate|Stop dictation/ });
  const expectOneRow = async (...parts: Locator[]) => {
    const middles = await Promise.all(
      parts.map(async (part) => {
        await expect(part).toBeInViewport({ ratio: 1 });
        const box = await part.boundingBox();
        return box ? box.y + box.height / 2 : 0;
      }),
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  };
  const toggle = page.getByRole('switch', { name: 'Speak replies' });
  await expectOneRow(microphone, toggle, chat.sendButton);
  await microphone.click();
  await expectOneRow(microphone, page.getByText('Listening...'), chat.sendButton);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
