import { expect, test } from '../support/fixtures.ts';
import { Member } from '../support/member.ts';
import { phone } from '../support/screen-sizes.ts';

const slug = 'ada-lovelace';
const landscapeTablet = { width: 1100, height: 800 };
const portraitTablet = { width: 800, height: 1100 };

test.use({ signedIn: true, viewport: landscapeTablet });

// rule comments-drafts
test('drafts of a comment and a reply survive a rotated tablet and a reload', async ({
  comments,
  page,
  profile,
  server,
}) => {
  const friend = await Member.create(server.url, 'Friend');
  await friend.postComment(slug, 'She corrected my sums');
  await profile.open();
  await comments.field.fill('Half a thought');
  await comments.row('corrected').getByRole('button', { name: 'Reply' }).click();
  const reply = page.getByRole('textbox', { name: 'Reply to Friend' });
  await reply.fill('Mine t');
  await page.setViewportSize(portraitTablet);
  await expect(profile.tab('Similar')).toBeVisible();
  await expect(comments.field).toHaveValue('Half a thought');
  await expect(reply).toHaveValue('Mine t');
  await page.reload();
  await expect(comments.field).toHaveValue('Half a thought');
  await expect(reply).toHaveValue('Mine t');
  await page.setViewportSize(landscapeTablet);
  await expect(reply).toHaveValue('Mine t');
  await page.locator('form').getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(comments.row('Mine t')).toBeVisible();
  await expect(reply).toHaveCount(0);
  await page.reload();
  await expect(comments.field).toHaveValue('Half a thought');
  await expect(reply).toHaveCount(0);
});

test('the drawer of a phone closes by Back, and keeps the drafts', async ({
  chat,
  comments,
  page,
}) => {
  await page.setViewportSize(phone);
  await chat.open();
  const openDrawer = async () => {
    await page.getByRole('button', { name: 'Show details' }).click();
    await page.getByRole('button', { name: 'Show comments' }).click();
  };
  await openDrawer();
  await comments.field.fill('Half a thought');
  await page.goBack();
  await expect(comments.drawer).toBeHidden();
  await page.goBack();
  await expect(page.locator('.chat-overlay')).toHaveCount(0);
  await expect(page).toHaveURL('/chats/ada-lovelace');
  await openDrawer();
  await expect(comments.field).toHaveValue('Half a thought');
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
  await expect(profile.likeButton).toBeEnabled();
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem('token', 'ended'));
  await profile.likeButton.click();
  await expect(auth.login).toBeVisible();
  const { email, password } = member.credentials;
  await auth.logIn(email, password);
  await expect(profile.likeButton).toHaveAttribute('aria-pressed', 'true');
  await expect(profile.statistic('like')).toHaveText('1');

  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem('token', 'ended'));
  await comments.field.fill('Still here');
  await comments.postButton.click();
  await expect(auth.login).toBeVisible();
  await auth.logIn(email, password);
  await expect(comments.row('Still here')).toBeVisible();
  await expect(comments.field).toHaveValue('');
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
  const friend = await Member.create(server.url, 'Friend');
  const id = await friend.postComment(slug, 'Soon gone');
  await profile.open();
  await expect(comments.row('Soon gone')).toBeVisible();
  await friend.deleteComment(id);
  await comments.likeButton('Soon gone').click();
  await expect(comments.row('Soon gone')).toHaveCount(0);

  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await otherPage.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(otherPage.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await profile.likeButton.click();
  await expect(profile.likeButton).toHaveAttribute('aria-pressed', 'true');
  await expect(profile.statistic('like')).toHaveText('1');
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
  await comments.field.fill('From the tunnel');
  await context.setOffline(true);
  await comments.postButton.click();
  await expect(page.getByText('The comment could not be posted.')).toBeVisible();
  await expect(comments.field).toHaveValue('From the tunnel');
  await expect(comments.field).toBeEditable();
  await context.setOffline(false);
  await comments.postButton.click();
  await expect(comments.row('From the tunnel')).toBeVisible();
});
