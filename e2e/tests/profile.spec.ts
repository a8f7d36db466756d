import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { Member } from '../support/member.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

test.describe('wide', () => {
  test.use({ viewport: desktop });

  // rule profile-wide-layout
  test('shows profile, comments and similar characters', async ({ page, profile }) => {
    await profile.open();
    await expect(profile.heading()).toHaveText('Ada Lovelace');
    await expect(page).toHaveTitle('Ada Lovelace | Colloquy');
    await expect(page.getByText('10 December 1815, London')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Quick Stats' })).toBeVisible();
    await expect(page.getByText('Growing')).toBeVisible();
    await expect(profile.similarSection).toHaveCount(4);
    await page.getByRole('button', { name: 'View all similar characters' }).click();
    await expect(profile.similarSection).toHaveCount(6);
    await profile.tab('Activity').click();
    await expect(page.getByText('Nothing has happened here yet')).toBeVisible();
    const tag = page.getByRole('list', { name: 'Tags' }).getByRole('link').first();
    await expect(tag).toHaveAttribute('href', /^\/tags\/\?isActive=0&tagName=./);
    const similarLink = profile.similarSection.first().getByRole('link');
    const name = await similarLink.innerText();
    await similarLink.click();
    await expect(profile.heading()).toHaveText(name);
    await expect(profile.similarSection).toHaveCount(4);
  });

  test('an id in the address opens the same page as the slug', async ({ profile }) => {
    await profile.open('20');
    await expect(profile.heading()).toHaveText('Ada Lovelace');
  });

  test('an unknown character has status 404, a page and a title that say so', async ({
    consoleGuard,
    page,
  }) => {
    consoleGuard.allow(/status of 404/);
    const response = await page.goto('/character/profile/nobody');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Character not found' })).toBeVisible();
    await expect(page).toHaveTitle('Character not found | Colloquy');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(3);
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('ada lovelace');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/characters?categories=ada%20lovelace');
  });

  test('a copied link is confirmed for two seconds', async ({ context, page, profile }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await profile.open();
    const button = page.getByRole('button', { name: 'Copy link' });
    await button.hover();
    await expect(button.getByText('Copy link')).toBeVisible();
    await button.click();
    await expect(button.getByText('Copied!')).toBeVisible();
    await expect(page.getByText('Link copied!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    await expect(button.getByText('Copy link')).toBeVisible();
  });

  test('without a clipboard a hidden text is copied, else a prompt shows the address', async ({
    page,
    profile,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await profile.open();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied!')).toBeVisible();
    await expect(page.locator('body > textarea')).toHaveCount(0);
    await page.evaluate(() => {
      document.execCommand = () => false;
    });
    const dialogEvent = page.waitForEvent('dialog');
    const pendingClick = page.getByRole('button', { name: 'Copy link' }).click();
    const dialog = await dialogEvent;
    expect([dialog.message(), dialog.defaultValue()]).toEqual(['Copy this link:', page.url()]);
    await dialog.dismiss();
    await pendingClick;
  });

  // rule access-login-first
  test('a visitor’s like, follow and chat happen after the login', async ({
    auth,
    consoleGuard,
    member,
    page,
    profile,
  }) => {
    consoleGuard.allow(/status of 401/);
    await profile.open();
    await expect(profile.statistic('like')).toHaveCount(0);
    await profile.likeButton.click();
    await expect(auth.login).toBeVisible();
    await auth.logIn(member.credentials.email, member.credentials.password);
    await expect(auth.login).toBeHidden();
    await expect(profile.likeButton).toHaveAttribute('aria-pressed', 'true');
    await expect(profile.statistic('like')).toHaveText('1');
    await profile.followButton.click();
    await expect(profile.followButton).toHaveText('Unfollow');
    await expect(profile.statistic('follower')).toHaveText('1');
    await page.reload();
    await expect(profile.likeButton).toHaveAttribute('aria-pressed', 'true');
    await profile.likeButton.click();
    await expect(profile.statistic('like')).toHaveCount(0);
    await profile.followButton.click();
    await expect(profile.followButton).toHaveText('Follow');
    await profile.chatLink.click();
    await expect(page).toHaveURL('/chats/ada-lovelace');
  });
});

test.describe('with payment', () => {
  test.use({ payments: 'sandbox' });

  test('a locked character says PRO, and its Chat shows the lock', async ({
    auth,
    chat,
    member,
    page,
    profile,
  }) => {
    await profile.open('cleopatra');
    await expect(page.locator('.profile__who .stamp')).toContainText('PRO');
    await profile.chatLink.click();
    await auth.logIn(member.credentials.email, member.credentials.password);
    await expect(page).toHaveURL('/chats/cleopatra');
    await expect(chat.composer).toBeDisabled();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  // rule profile-phone-tabs
  test('comments, profile and similar, one at a time', async ({ page, profile, server }) => {
    const friend = await Member.create(server.url, 'Friend');
    await friend.postComment('ada-lovelace', 'She corrected my sums');
    await page.goto('/characters');
    await profile.open();
    await expect(page.getByRole('banner').getByText('Colloquy')).toBeHidden();
    await expect(profile.tab('Comments')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('She corrected my sums')).toBeVisible();
    await profile.tab('Profile').click();
    await expect(page.getByText('She corrected my sums')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toHaveCount(1);
    await expect(profile.chatLink).toBeInViewport();
    const tags = page.getByRole('list', { name: 'Tags' });
    await expect(tags.getByRole('link')).toHaveCount(3);
    await tags.getByRole('button', { name: /more tags$/ }).click();
    await expect(tags.getByRole('link')).not.toHaveCount(3);
    await profile.tab('Similar').click();
    await expect(page.getByText('6 results')).toBeVisible();
    await expect(profile.similarSection.first()).toContainText(/\d\.\d$/);
    await page.keyboard.press('ArrowLeft');
    await expect(profile.tab('Comments')).toBeFocused();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL('/characters');
  });
});

test.describe('320 px wide', () => {
  test.use({ viewport: narrowPhone, signedIn: true });

  // rule look-narrow
  test('nothing scrolls sideways', async ({ comments, member, page, profile }) => {
    await member.postComment('ada-lovelace', `https://example.org/${'deep'.repeat(80)}`);
    await profile.open();
    await expect(comments.rows()).toHaveCount(1);
    await comments.row('example.org').getByRole('button', { name: 'Reply' }).click();
    await expectNoSidewaysScroll(page);
    for (const tab of ['Profile', 'Similar']) {
      await profile.tab(tab).click();
      await expectNoSidewaysScroll(page);
    }
  });
});

for (const [device, viewport] of Object.entries({ desktop, phone })) {
  test.describe(device, () => {
    test.use({ viewport, signedIn: true });

    // rule look-accessible
    test('is accessible', async ({ chat, comments, member, page, profile, server }) => {
      const friend = await Member.create(server.url, 'Friend');
      const id = await friend.postComment('ada-lovelace', 'She corrected my sums');
      await member.postComment('ada-lovelace', 'Mine too', id);
      await profile.open();
      await comments.row('Mine too').getByRole('button', { name: 'Delete' }).click();
      await comments.row('corrected').getByRole('button', { name: 'Reply' }).click();
      await comments.likeButton('corrected').click();
      await expectAccessible(page);
      for (const tab of device === 'phone' ? ['Profile', 'Similar'] : ['Activity']) {
        await profile.tab(tab).click();
        await expect(profile.panel(tab)).toBeVisible();
        await expectAccessible(page);
      }
      await chat.open();
      if (device === 'phone') await page.getByRole('button', { name: 'Show details' }).click();
      await page.getByRole('button', { name: 'Show comments' }).last().click();
      await expect(comments.row('corrected')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
