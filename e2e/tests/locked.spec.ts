import { expect, test } from '../support/fixtures.ts';

test.use({ signedIn: true });

test('a locked character: marked PRO, can be looked at, cannot be written to', async ({
  chat,
  home,
  member,
  page,
}) => {
  await home.open();
  await expect(home.stamp('Cleopatra VII')).toContainText('PRO');
  await home.chatButton('Cleopatra VII').click();
  await expect(page).toHaveURL('/chats/cleopatra');
  await expect(chat.heading()).toHaveText('Cleopatra VII');
  await expect(
    page.getByRole('heading', { name: 'Cleopatra VII keeps a closed door' }),
  ).toBeVisible();
  await expect(chat.composer).toBeDisabled();
  await expect(chat.sendButton).toBeDisabled();
  await expect(chat.composer).toHaveAttribute('placeholder', /Unlock Cleopatra VII/);
  await expect(page.getByRole('link', { name: /Cleopatra VII.*locked/ })).toBeVisible();

  const refused = await member.trySay('cleopatra', 'Let me in');
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'character_locked' });
  expect(await member.ownLines('cleopatra')).toEqual([]);
});
