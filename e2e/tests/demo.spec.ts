import { expect, test } from '../support/fixtures.ts';
import { newCredentials } from '../support/member.ts';
import { oneLine } from '../support/reply-growth.ts';

// rule replies-demo-label
test('without a model the demo responder answers, and says so', async ({
  auth,
  chat,
  home,
  page,
}) => {
  const { name, email, password } = newCredentials();
  await home.open();
  await home.chatButton('Ada Lovelace').click();
  await auth.goToRegister();
  await auth.signUp({ name, email, password });
  await expect(home.toast('Registration successful! Please login.')).toBeVisible();
  await auth.logIn(email, password);
  await expect(page).toHaveURL('/chats/ada-lovelace');
  await chat.expectOpen();

  const readReplyStates = await chat.recordGrowth();
  await chat.send('What would the Analytical Engine do?');
  await expect(chat.newestReply()).toContainText('Engine');
  await chat.expectNoRunningReply();
  expect((await readReplyStates()).length).toBeGreaterThan(5);
  await expect(page.locator('.demo-strip')).toContainText('Written portrait');
  await expect(chat.replies().last()).toContainText('Demo');
  await expect(chat.suggestions).not.toHaveCount(0);

  const replyText = await chat.newestReplyText();
  await page.reload();
  await chat.expectOpen();
  await expect(chat.ownLines()).toHaveText(['You: What would the Analytical Engine do?']);
  expect(oneLine(await chat.newestReply().innerText())).toBe(replyText);
  await expect(page.locator('.demo-strip')).toContainText('Written portrait');
});

test.describe('a model that comes and goes', () => {
  test.use({ signedIn: true, withModel: 'later' });

  test('is noticed without a reload when it starts and when it stops', async ({
    chat,
    model,
    page,
  }) => {
    const strip = page.locator('.demo-strip');
    await chat.open();
    await expect(strip).toBeVisible();
    await page.evaluate(() => document.body.setAttribute('data-since', 'the start'));

    await model.restart();
    await expect(strip).toBeHidden({ timeout: 20_000 });
    await chat.send('Good day');
    await expect(chat.newestReply()).toContainText('You say: Good day');
    await chat.expectNoRunningReply();
    await expect(chat.replies().last()).not.toContainText('Demo');

    await model.kill();
    await expect(strip).toBeVisible({ timeout: 25_000 });
    await chat.send('What would the Analytical Engine do?');
    await expect(chat.newestReply()).toContainText('Engine');
    await chat.expectNoRunningReply();
    await expect(chat.replies().last()).toContainText('Demo');
    await expect(page.locator('body')).toHaveAttribute('data-since', 'the start');
  });
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('the demo label is shown before the first message', async ({ chat, page }) => {
    await chat.open('jane-austen');
    await expect(page.locator('.demo-strip')).toContainText('Written portrait');
  });

  test('a demo reply can be stopped', async ({ chat, member }) => {
    await chat.open();
    await chat.send('Tell me about Note G, please');
    await expect(chat.newestReply()).toContainText(/\w+ \w+/);
    await chat.stopButton.click();
    await chat.expectNoRunningReply();
    const storedReply = await member.lastReply('ada-lovelace');
    expect(storedReply.status).toBe('stopped');
    expect(await chat.newestReplyText()).toBe(oneLine(storedReply.content));
  });
});
