import { expect, test } from '../support/fixtures.ts';
import { Member } from '../support/member.ts';

const on = 'ada-lovelace';
const wide = { width: 1100, height: 800 };
const narrow = { width: 800, height: 1100 };

test.use({ signedIn: true, viewport: wide });

// rule comments-drafts
test('drafts of a comment and a reply survive a rotated tablet and a reload', async ({
  comments,
  page,
  profile,
  server,
}) => {
  const friend = await Member.join(server.url, 'Friend');
  await friend.comment(on, 'She corrected my sums');
  await profile.open();
  await comments.box.fill('Half a thought');
  await comments.row('corrected').getByRole('button', { name: 'Reply' }).click();
  const reply = page.getByRole('textbox', { name: 'Reply to Friend' });
  await reply.fill('Mine t');
  await page.setViewportSize(narrow);
  await expect(profile.tab('Similar')).toBeVisible();
  await expect(comments.box).toHaveValue('Half a thought');
  await expect(reply).toHaveValue('Mine t');
  await page.reload();
  await expect(comments.box).toHaveValue('Half a thought');
  await expect(reply).toHaveValue('Mine t');
  await page.setViewportSize(wide);
  await expect(reply).toHaveValue('Mine t');
  await page.locator('form').getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(comments.row('Mine t')).toBeVisible();
  await expect(reply).toHaveCount(0);
  await page.reload();
  await expect(comments.box).toHaveValue('Half a thought');
  await expect(reply).toHaveCount(0);
});

test('the drawer of a phone closes by Back, and keeps the drafts', async ({
  chat,
  comments,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.open();
  const openDrawer = async () => {
    await page.getByRole('button', { name: 'Show details' }).click();
    await page.getByRole('button', { name: 'Show comments' }).click();
  };
  await openDrawer();
  await comments.box.fill('Half a thought');
  await page.goBack();
  await expect(comments.drawer).toBeHidden();
  await page.goBack();
  await expect(page.locator('.chat-overlay')).toHaveCount(0);
  await expect(page).toHaveURL('/chats/ada-lovelace');
  await openDrawer();
  await expect(comments.box).toHaveValue('Half a thought');
});

test('a like and a comment after the end of the login open the login modal, and are sent after a new login', async ({
  auth,
  comments,
  consoleGuard,
  context,
  member,
  page,
  profile,
}) => {
  consoleGuard.allow(/status of 401|Failed: like/);
  await profile.open();
  await expect(profile.like).toBeEnabled();
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem('token', 'ended'));
  await profile.like.click();
  await expect(auth.login).toBeVisible();
  const { email, password } = member.credentials;
  await auth.logIn(email, password);
  await expect(profile.like).toHaveAttribute('aria-pressed', 'true');
  await expect(profile.number('like')).toHaveText('1');

  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem('token', 'ended'));
  await comments.box.fill('Still here');
  await comments.postButton.click();
  await expect(auth.login).toBeVisible();
  await auth.logIn(email, password);
  await expect(comments.row('Still here')).toBeVisible();
  await expect(comments.box).toHaveValue('');
});

test('a like of a deleted comment removes the comment; a like from another tab counts once', async ({
  comments,
  consoleGuard,
  context,
  page,
  profile,
  server,
}) => {
  consoleGuard.allow(/status of 404|Failed: like/);
  const friend = await Member.join(server.url, 'Friend');
  const id = await friend.comment(on, 'Soon gone');
  await profile.open();
  await expect(comments.row('Soon gone')).toBeVisible();
  await friend.uncomment(id);
  await comments.heart('Soon gone').click();
  await expect(comments.row('Soon gone')).toHaveCount(0);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await profile.like.click();
  await expect(profile.like).toHaveAttribute('aria-pressed', 'true');
  await expect(profile.number('like')).toHaveText('1');
});

test('a comment without a network shows the failure and keeps its text', async ({
  comments,
  consoleGuard,
  context,
  page,
  profile,
}) => {
  consoleGuard.allow(/ERR_INTERNET_DISCONNECTED/);
  await profile.open();
  await comments.box.fill('From the tunnel');
  await context.setOffline(true);
  await comments.postButton.click();
  await expect(page.getByText('The comment could not be posted.')).toBeVisible();
  await expect(comments.box).toHaveValue('From the tunnel');
  await expect(comments.box).toBeEditable();
  await context.setOffline(false);
  await comments.postButton.click();
  await expect(comments.row('From the tunnel')).toBeVisible();
});
