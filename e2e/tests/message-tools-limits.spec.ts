import { MessageTools } from '../pages/message-tools.ts';
import { expectAccessible } from '../support/axe.ts';
import { beginTalk } from '../support/begin-talk.ts';
import { expect, test } from '../support/fixtures.ts';
import { phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

test('an edit that is refused keeps the typed text', async ({
  chat,
  consoleGuard,
  model,
  page,
}) => {
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  consoleGuard.allow(/503/, /The message was refused/);
  await page.route('**/api/messages/*/*?after=*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'Not now, please.', code: 'x' } })
      : route.fallback(),
  );
  await (await tools.ownTool('What is an engine?', 'Edit')).click();
  await tools.editor().fill('What is a loom?');
  await tools.editor().press('Enter');
  await expect(page.getByText('Not now, please.')).toBeVisible();
  await expect(tools.editor()).toHaveValue('What is a loom?');
  await expect(chat.newestReply()).toHaveText('The first answer.');
  await page.unrouteAll();
  await tools.editor().press('Enter');
  await expect(chat.ownLines()).toHaveText(['You: What is a loom?']);
});

test('the tools say that the browser is offline', async ({
  chat,
  consoleGuard,
  context,
  model,
  page,
}) => {
  consoleGuard.allow(/ERR_INTERNET_DISCONNECTED/);
  const tools = new MessageTools(chat);
  await beginTalk(chat, model, 'The first answer.');
  await expect(tools.tool('Regenerate')).toBeVisible();
  await context.setOffline(true);
  await expect(tools.tool('Regenerate')).toHaveAttribute('aria-disabled', 'true');
  await tools.tool('Regenerate').press('Enter');
  await expect(page.getByText('You are offline. This works when the line is back.')).toBeVisible();
  await expect(chat.newestReply()).toHaveText('The first answer.');
  await context.setOffline(false);
  await expect(tools.tool('Regenerate')).not.toHaveAttribute('aria-disabled', 'true');
});

test('the tools fit a phone', async ({ chat, model, page }) => {
  const tools = new MessageTools(chat);
  await page.setViewportSize(phone);
  await beginTalk(chat, model, 'The first answer.');
  await model.answerWith({ pieces: ['The second answer.'] });
  await tools.tool('Regenerate').click();
  await tools.expectVersion(2, 2);
  await chat.expectNoRunningReply();
  await tools.tool('More').click();
  await expectAccessible(page);
  const list = tools.newestRow().locator('.more__panel');
  const box = await list.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  await page.keyboard.press('Escape');
  await (await tools.ownTool('What is an engine?', 'Edit')).click();
  await expect(tools.editor()).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    phone.width,
  );
});
