import { expect, test } from '../support/fixtures.ts';
import { newCredentials } from '../support/member.ts';
import { oneLine } from '../support/reply-growth.ts';

const replyText = 'The cards decide what the mill must do, and the mill does it without complaint.';

test('a visitor chooses a character, signs up, logs in and sends a message', async ({
  home,
  auth,
  chat,
  model,
  page,
}) => {
  const { name, email, password } = newCredentials();
  await model.answerWith({ pieces: replyText.split(/(?<= )/), every: '40ms' });

  await home.open();
  await expect(home.stamps()).toHaveCount(6);
  await expect(home.stamp('Ada Lovelace')).toContainText('FREE');
  await home.chatButton('Ada Lovelace').click();
  await expect(auth.login).toBeVisible();
  await auth.goToRegister();
  await auth.signUp({ name, email, password });
  await expect(home.toast('Registration successful! Please login.')).toBeVisible();
  await expect(auth.login).toBeVisible();
  await auth.logIn(email, password);
  await expect(home.toast('Logged in successfully!')).toBeVisible();

  await expect(page).toHaveURL('/chats/ada-lovelace');
  await expect(chat.heading()).toHaveText('Ada Lovelace');
  await expect(chat.newestReply()).toContainText('You find me among my papers');

  const readReplyStates = await chat.recordGrowth();
  await chat.send('What do the cards do?');
  await expect(chat.newestReply()).toHaveText(replyText);
  await expect(chat.suggestions).toHaveCount(3);
  const growingTexts = (await readReplyStates()).filter((text) =>
    replyText.startsWith(text.trim()),
  );
  // A streamed text is drawn in several steps, another text in one step. A slow machine may draw
  // several pieces in one step.
  expect(growingTexts.length).toBeGreaterThan(2);
  for (const [index, text] of growingTexts.slice(1).entries()) {
    expect(text.startsWith(growingTexts[index]?.trimEnd() ?? '')).toBe(true);
  }

  await page.reload();
  await chat.expectOpen();
  await expect(chat.ownLines()).toHaveText(['You: What do the cards do?']);
  await expect(chat.newestReply()).toHaveText(replyText);
  await expect(chat.suggestions).toHaveCount(3);
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('CHAT opens the chat at once, and a click on a suggestion sends it', async ({
    home,
    chat,
    member,
    model,
    page,
  }) => {
    await home.open();
    await home.chatButton('Marcus Aurelius').click();
    await expect(page).toHaveURL('/chats/marcus-aurelius');
    await chat.expectOpen();
    await chat.send('Good evening');
    await expect(chat.suggestions).toHaveCount(3);
    const suggestionText = oneLine(await chat.suggestions.first().innerText());
    await chat.suggestions.first().click();
    await expect(chat.ownLines().last()).toContainText(suggestionText);
    await chat.expectNoRunningReply();
    expect(await member.ownLines('marcus-aurelius')).toEqual(['Good evening', suggestionText]);
    expect(await model.replyCalls()).toHaveLength(2);
  });
});
