import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { hostilePayloads, hostileTexts, watchForHarm } from '../support/hostile-texts.ts';
import { Member } from '../support/member.ts';
import { phone } from '../support/screen-sizes.ts';

const slug = 'ada-lovelace';

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('a comment can be posted, answered, liked and deleted', async ({
    comments,
    page,
    profile,
    server,
  }) => {
    const friend = await Member.create(server.url, 'Friend');
    await friend.postComment(slug, 'She corrected my sums');
    await profile.open();
    await expect(comments.postButton).toBeDisabled();
    await comments.field.fill('   ');
    await expect(comments.postButton).toBeDisabled();
    await comments.postComment('She let me keep my sums');
    await expect(comments.rows().first()).toContainText('She let me keep my sums');
    await expect(profile.tab('Comments')).toHaveText('Comments 2');
    await comments.postReply('She corrected', 'She corrected mine too');
    await expect(profile.tab('Comments')).toHaveText('Comments 3');
    const likeResponse = page.waitForResponse((response) => response.url().endsWith('/like'));
    await comments.likeButton('She corrected my').click();
    await expect(comments.likeButton('She corrected my')).toHaveAccessibleName('Like, 1 like');
    await likeResponse; // the like shows at once; a reload would end a call that is not answered yet

    await page.reload();
    await expect(comments.rows()).toHaveText([/let me keep/, /corrected my/, /corrected mine/]);
    await expect(comments.likeButton('She corrected my')).toHaveAttribute('aria-pressed', 'true');
    await comments.likeButton('She corrected my').click();
    await expect(comments.likeButton('She corrected my')).toHaveAccessibleName('Like this comment');
    await profile.tab('Activity').click();
    await expect(profile.panel('Activity')).toContainText('Friend commented');
    await profile.tab('Comments').click();

    await comments.deleteComment('let me keep');
    await expect(comments.row('let me keep')).toHaveCount(0);
    await expect(comments.row('corrected my').getByRole('button', { name: 'Delete' })).toHaveCount(
      0,
    );
    await page.reload();
    await expect(comments.rows()).toHaveCount(2);
  });

  // rule comments-earlier-replies
  for (const [place, width] of [
    ['profile', 1440],
    ['drawer', 1440],
    ['profile', phone.width],
  ] as const) {
    test(`earlier replies come above the others, in the ${place} at ${width} px`, async ({
      chat,
      comments,
      page,
      profile,
      server,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      const asker = await Member.create(server.url, 'Asker');
      const topComment = await asker.postComment(slug, 'Who agrees?');
      // A user may write only five comments a minute, so six users write them.
      const friends = await Promise.all(Array.from({ length: 6 }, () => Member.create(server.url)));
      for (let at = 1; at <= 30; at += 1) {
        await friends[at % friends.length]?.postComment(slug, `Agreed, number ${at}.`, topComment);
      }
      // The button appears only if the server holds replies back. Per comment the server sends at most
      // repliesPerPage (500, internal/social) divided by limit. So limit=10 would send all 30 replies, and
      // limit=50 sends the newest ten.
      await page.route('**/comments?limit=10', async (route) => {
        const response = await route.fetch({
          url: route.request().url().replace('limit=10', 'limit=50'),
        });
        await route.fulfill({ response });
      });
      if (place === 'profile') await profile.open();
      else {
        await chat.open();
        await page.getByRole('button', { name: 'Show comments' }).first().click();
      }
      const button = page.getByRole('button', { name: 'Show earlier replies' });
      await expect(page.getByText('The newest 10 of 30 replies')).toBeVisible();
      await button.focus();
      const buttonTop = (await button.boundingBox())?.y ?? Number.NaN;
      await page.keyboard.press('Enter');
      await expect(button).toHaveCount(0);
      await expect(comments.rows()).toHaveCount(31);
      const firstReply = comments.rows().nth(1);
      await expect(firstReply).toContainText('Agreed, number 1.');
      await expect(firstReply).toBeFocused();
      await expect(comments.rows().last()).toContainText('Agreed, number 30.');
      // The reply that got the focus is where "Show earlier replies" was.
      const firstReplyTop = (await firstReply.boundingBox())?.y ?? Number.NaN;
      expect(Math.abs(firstReplyTop - buttonTop)).toBeLessThan(40);
      await comments.postReply('Agreed, number 30.', 'And I.');
      await expect(comments.rows()).toHaveCount(32);
    });
  }

  test('a refused comment keeps its text', async ({ comments, consoleGuard, page, profile }) => {
    consoleGuard.allow(/status of 409/);
    await profile.open();
    await comments.postComment('The same again');
    await comments.field.fill('The same again');
    await comments.postButton.click();
    await expect(page.getByText('You have just posted the same text.')).toBeVisible();
    await expect(comments.field).toHaveValue('The same again');
    await expect(comments.rows()).toHaveCount(1);
  });

  test('a comment is reported', async ({ comments, page, profile, server }) => {
    const friend = await Member.create(server.url, 'Friend');
    await friend.postComment(slug, 'Buy my punched cards');
    await profile.open();
    await comments.row('Buy').getByRole('button', { name: 'Report' }).click();
    const field = page.getByRole('textbox', { name: 'What is wrong with this comment?' });
    await field.fill('An advertisement');
    await comments.row('Buy').locator('form').getByRole('button', { name: 'Report' }).click();
    await expect(page.getByText(/The report has the number/)).toBeVisible();
  });

  // rule comments-drawer
  test('the drawer covers part of the chat, which stays usable', async ({
    chat,
    comments,
    page,
    server,
  }) => {
    const friend = await Member.create(server.url, 'Friend');
    await friend.postComment(slug, 'She corrected my sums');
    await chat.open();
    const details = page.getByRole('complementary', { name: 'About Ada Lovelace' });
    await details.getByRole('button', { name: 'Like', exact: true }).click();
    await expect(details).toContainText('1like');
    await details.getByRole('button', { name: 'Follow' }).click();
    await expect(details.getByRole('button', { name: 'Unfollow' })).toBeVisible();
    await page.getByRole('button', { name: 'Show comments' }).first().click();
    await expect(comments.drawer).toContainText('She corrected my sums');
    await comments.postComment('Written in the drawer');
    await expect(comments.drawer.getByText('2', { exact: true })).toBeVisible();
    await chat.write('Still here');
    await expect(chat.composer).toHaveValue('Still here');
    await comments.drawer.getByRole('button', { name: 'Close comments' }).focus();
    await page.keyboard.press('Escape');
    await expect(comments.drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show comments' }).first()).toBeFocused();
  });
});

// rule access-login-first
test('a visitor’s comment is posted after the login', async ({
  auth,
  comments,
  consoleGuard,
  member,
  profile,
}) => {
  consoleGuard.allow(/status of 401/);
  await profile.open();
  await expect(comments.field).toBeVisible();
  await comments.field.fill('From outside');
  await comments.postButton.click();
  await expect(auth.login).toBeVisible();
  await auth.logIn(member.credentials.email, member.credentials.password);
  await expect(comments.row('From outside')).toBeVisible();
  await expect(comments.row('From outside').getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect(comments.field).toHaveValue('');
});

test('the next page of comments is fetched near the end of the list', async ({
  comments,
  page,
  profile,
  server,
}) => {
  for (let person = 0; person < 3; person += 1) {
    const member = await Member.create(server.url, `Person ${person}`);
    for (let n = 0; n < 5; n += 1) {
      await member.postComment(slug, `Comment ${person * 5 + n}. ${'A line of it.\n'.repeat(6)}`);
    }
  }
  const commentQueries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/comments?')) commentQueries.push(new URL(request.url()).search);
  });
  await profile.open();
  await expect(comments.rows()).toHaveCount(10);
  await expect(comments.endText).toHaveCount(0);
  await comments.rows().last().scrollIntoViewIfNeeded();
  await expect(comments.rows()).toHaveCount(15);
  await expect(comments.rows().last()).toContainText('Comment 0.');
  await expect(comments.endText).toBeVisible();
  expect(commentQueries).toEqual([
    '?limit=10',
    expect.stringMatching(/^\?limit=10&lastItemRef=.+/),
  ]);
});

/** The hostile texts, and longer texts that fit in no other field. */
const hostileComments = [
  ...hostileTexts,
  `Z${'\u0335\u0321\u0322\u0301\u0302\u0303\u0304'.repeat(60)}algo`,
  `x${'y'.repeat(900)}`,
  '\n\n\n\tlines\n\n\nand tabs',
  '👩‍👩‍👧‍👦'.repeat(40),
];

/** Comments per answer: more than the server sends, to make the test faster. */
const pageSize = 50;

/** Answers requests for comments with `hostileComments`. */
async function serveHostileComments(page: Page): Promise<void> {
  await page.route('**/api/profile/*/comments?*', (route) => {
    const startIndex = Number(new URL(route.request().url()).searchParams.get('lastItemRef') ?? 0);
    const comments = hostileComments
      .slice(startIndex, startIndex + pageSize)
      .map((comment, at) => ({
        id: `h${startIndex + at}`,
        comment,
        user: { name: comment.slice(0, 50), avatar: null },
        created_at: '2026-11-20T20:41:00Z',
        like_count: 0,
        is_liked_by_user: false,
        is_own: false,
        is_deleted: false,
        reply_count: 0,
        parent_comment_id: null,
        replies: [],
      }));
    const hasMore = startIndex + pageSize < hostileComments.length;
    const lastItemRef = hasMore ? String(startIndex + pageSize) : '';
    return route.fulfill({ json: { comments, hasMore, lastItemRef } });
  });
}

test('five hundred hostile comments are shown as plain text', async ({
  comments,
  page,
  profile,
}) => {
  const expectUnharmed = await watchForHarm(page);
  await serveHostileComments(page);
  await profile.open();
  const title = await page.title();
  for (let count = pageSize; count < hostileComments.length; count += pageSize) {
    await comments
      .rows()
      .nth(count - 1)
      .scrollIntoViewIfNeeded();
    await expect(comments.rows().nth(count)).toBeAttached();
  }
  await expect(comments.endText).toBeVisible();
  const shownTexts = await page.locator('.comment__text').allTextContents();
  expect(shownTexts).toEqual(hostileComments);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');
  const injectedElements = comments.rows().locator(':is(img, a, b, h1, strong, code)');
  await expect(injectedElements).toHaveCount(0);
  await expectUnharmed();
});

test.describe('through the server', () => {
  test.use({ signedIn: true });

  test('hostile comments are stored and shown unchanged', async ({ comments, page, profile }) => {
    await profile.open();
    const writtenTexts = [0, 1, 16, 30].map((kind) => hostilePayloads[kind] ?? '');
    for (const text of writtenTexts) await comments.postComment(text);
    await page.reload();
    await expect(comments.rows()).toHaveCount(writtenTexts.length);
    const shownTexts = await page.locator('.comment__text').allTextContents();
    expect(shownTexts).toEqual(writtenTexts.toReversed());
    await expect(page).toHaveTitle('Ada Lovelace | Colloquy');
  });
});
