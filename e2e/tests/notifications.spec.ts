import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { Member } from '../support/member.ts';
import { waitForConfirmToken, waitForUnsubscribeToken } from '../support/outbox.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

const slug = 'ada-lovelace';
const unsubscribedText =
  'We stop the mails about likes and replies. Your account settings switch them on again.';
const menuButtonName = /: user menu(, \d+ unread notifications?)?$/;

// rules notifications-panel, notifications-stream, notifications-one-connection
test('a reply raises the number in both tabs, over one connection', async ({
  account,
  context,
  home,
  member,
  page,
  server,
}) => {
  const streamUrls: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/notifications/stream')) streamUrls.push(request.url());
  });
  const friend = await Member.create(server.url, 'Friend');
  const comment = await member.postComment(slug, 'She let me keep my sums');
  await home.open();
  const secondPage = await context.newPage();
  await secondPage.goto('/characters');
  const button = page.getByRole('button', { name: menuButtonName });
  await expect(button).toHaveAccessibleName('Reader: user menu');
  await friend.postComment(slug, 'And mine', comment);
  await expect(button).toHaveAccessibleName('Reader: user menu, 1 unread notification');
  await expect(secondPage.getByRole('button', { name: menuButtonName })).toHaveAccessibleName(
    'Reader: user menu, 1 unread notification',
  );
  expect(streamUrls).toHaveLength(1);
  await expectAccessible(page);
  await button.click();
  await page.getByRole('link', { name: /^Notifications/ }).click();
  await account.expectTitle('Notifications');
  await expect(page.getByText('1 unread notification', { exact: true })).toBeVisible();
  await expect(account.notice('New reply')).toContainText('Friend replied to your comment');
  await secondPage.close();
});

// rules notifications-panel, notifications-after-success, notifications-likes-grouped
test('notices are read, filtered and deleted by keyboard', async ({
  account,
  member,
  page,
  server,
}) => {
  const comment = await member.postComment(slug, 'She let me keep my sums');
  for (const name of ['Anna', 'Bert', 'Cleo']) {
    const friend = await Member.create(server.url, name);
    await friend.likeComment(comment);
    if (name === 'Anna') await friend.postComment(slug, 'Well said', comment);
  }
  await account.open('notifications');
  await expect(page.getByText('2 unread notifications')).toBeVisible();
  await expect(account.notice('liked')).toContainText('Cleo and 1 other like');
  await expectAccessible(page);
  await account.notice('liked').getByRole('button', { name: 'Mark as read' }).press('Enter');
  await expect(page.getByText('1 unread notification', { exact: true })).toBeVisible();
  await expect(account.notice('liked')).toBeFocused();
  await account.tab('Unread 1').press('Enter');
  await expect(account.notice('New reply')).toBeVisible();
  await expect(account.notice('liked')).toHaveCount(0);
  await account.notice('New reply').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('No unread notifications')).toBeVisible();
  await account.tab('Read 1').press('Enter');
  await account.notice('liked').getByRole('link', { name: /^View/ }).press('Enter');
  await expect(page).toHaveURL(`/character/profile/${slug}`);
  await page.goBack();
  await expect(account.tab('Read 1')).toHaveAttribute('aria-selected', 'true');
});

// rules notifications-mail, notifications-unsubscribe
test('mail comes once it is chosen, and its link stops it', async ({
  account,
  home,
  member,
  page,
  server,
}) => {
  const { email } = member.credentials;
  await member.confirmAddress(await waitForConfirmToken(server.outbox, email));
  await account.open('notifications');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(account.mailToggle('Interactions')).not.toBeChecked();
  await account.mailToggle('Interactions').click();
  await expect(home.toast('Settings updated successfully!')).toBeVisible();
  const comment = await member.postComment(slug, 'She let me keep my sums');
  const friend = await Member.create(server.url, 'Friend');
  await friend.postComment(slug, 'And mine', comment);
  const token = await waitForUnsubscribeToken(server.outbox, email);
  await page.goto(`/blog#unsubscribe=${token}`);
  await expect(home.toast(unsubscribedText)).toBeVisible();
  await account.openSettings('Notifications');
  await expect(account.mailToggle('Interactions')).not.toBeChecked();
  await expect(account.toggle('Interactions')).toBeChecked();
});

for (const width of [phone.width, narrowPhone.width]) {
  test(`the panel fits ${width} px`, async ({ account, member, page, server }) => {
    await page.setViewportSize({ width, height: 844 });
    const comment = await member.postComment(slug, 'She let me keep my sums');
    const friend = await Member.create(server.url, 'AFriendWithAVeryLongNameIndeed');
    await friend.postComment(slug, 'And mine', comment);
    await account.open('notifications');
    await expect(account.notice('New reply')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
