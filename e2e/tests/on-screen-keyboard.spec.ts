import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

const phoneWithKeyboard = { ...phone, height: 460 };

test.use({ signedIn: true, viewport: phone, isMobile: true, hasTouch: true });

test('on a phone with an open on-screen keyboard the end of the reply stays visible', async ({
  chat,
  page,
}) => {
  const heightOf = async (selector: string) =>
    (await page.locator(selector).boundingBox())?.height ?? 0;
  await chat.open();
  await chat.send('Are you there?');
  await expect(chat.newestReply()).toContainText('what I know.');
  await chat.expectNoRunningReply();
  await chat.composer.blur();
  await expect(chat.suggestions.first()).toBeVisible();

  await chat.composer.tap();
  await page.setViewportSize(phoneWithKeyboard);
  await expect(chat.composer).toBeFocused();
  await expect(chat.suggestions.first()).toBeHidden();
  await expect.poll(() => heightOf('.chat-head')).toBe(48);
  const row = await chat.composer.evaluate((field) =>
    Number.parseFloat(getComputedStyle(field).lineHeight),
  );
  expect(await heightOf('.composer__field')).toBe(row);

  const lastLineGap = () =>
    page.evaluate(() => {
      const texts = document.querySelectorAll('[role=log] .reply__text');
      const text = texts[texts.length - 1];
      const field = document.querySelector('.composer');
      const head = document.querySelector('.chat-head');
      if (!text || !field || !head) throw new Error('no chat');
      const range = document.createRange();
      range.selectNodeContents(text);
      const lastLineRect = [...range.getClientRects()].at(-1);
      if (!lastLineRect) throw new Error('no line');
      return {
        above: lastLineRect.top - head.getBoundingClientRect().bottom,
        below: field.getBoundingClientRect().top - lastLineRect.bottom,
      };
    });
  await expect.poll(async () => (await lastLineGap()).below).toBeGreaterThan(0);
  expect((await lastLineGap()).above).toBeGreaterThan(0);

  // The field grows with its text and shrinks again.
  await chat.write('one\ntwo\nthree');
  expect(await heightOf('.composer__field')).toBe(3 * row);
  await expect.poll(async () => (await lastLineGap()).below).toBeGreaterThan(0);
  await chat.write('');
  expect(await heightOf('.composer__field')).toBe(row);

  // Pressing a button in the log moves neither the button nor the focus.
  await chat.replies().last().getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('.toast')).toBeVisible();
  await expect(chat.composer).toBeFocused();

  await chat.composer.blur();
  await page.setViewportSize(phone);
  await expect(chat.suggestions.first()).toBeVisible();
  await expect.poll(() => heightOf('.composer__field')).toBe(3 * row);
});
