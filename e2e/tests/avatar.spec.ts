import type { Locator } from '@playwright/test';
import { CommentsSection } from '../pages/comments-part.ts';
import { ProfileScreen } from '../pages/profile-screen.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { Member } from '../support/member.ts';
import { asUploadFile, solidPNG } from '../support/png.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

const savedText = 'Settings updated successfully!';
const commentText = 'She corrected my sums';

/** Two pictures. The server stores them as squares of 40 and 90 px. */
const firstPicture = asUploadFile(solidPNG(60, 40, [200, 30, 40]));
const secondPicture = asUploadFile(solidPNG(90, 120, [30, 60, 200]));

/** Expects that a picture is loaded, a square of `side` pixels. */
async function expectPicture(image: Locator, side: number): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  const readPixelSize = () =>
    image.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
  await expect.poll(readPixelSize).toEqual([side, side]);
}

test.use({ signedIn: true });

// rules account-picture, account-picture-fallback, media-upload, media-avatar, media-shown
test('a picture is uploaded, shown, replaced and removed', async ({
  account,
  comments,
  home,
  member,
  page,
  profile,
}) => {
  await member.postComment('ada-lovelace', commentText);
  const commentPicture = comments.row(commentText).locator('img');
  await account.openSettings('Profile');
  await account.picture.chooseFile(firstPicture);
  await expect(account.picture.status).toHaveText(
    'The picture is uploaded. Save Changes to use it.',
  );
  await expectPicture(account.picture.image, 40);
  await expect(home.userMenu().locator('img')).toHaveCount(0);
  await expectAccessible(page);
  await account.button('Save Changes').click();
  await expect(home.toast(savedText)).toBeVisible();
  await expectPicture(home.userMenu().locator('img'), 40);
  await expectPicture(account.sidebar.locator('img'), 40);
  const formerSrc = await account.picture.image.evaluate((img: HTMLImageElement) => img.src);
  await profile.open();
  await expectPicture(commentPicture, 40);
  await expectAccessible(page);

  await account.openSettings('Profile');
  await account.picture.chooseFile(secondPicture);
  await account.button('Save Changes').click();
  await expectPicture(home.userMenu().locator('img'), 90);
  await expect.poll(async () => (await page.request.get(formerSrc)).status()).toBe(404);
  await profile.open();
  await expectPicture(commentPicture, 90);

  await account.openSettings('Profile');
  await account.button('Remove picture').click();
  await expect(account.picture.input).toBeFocused();
  await expect(account.picture.status).toHaveText('Save Changes to remove the picture.');
  await account.button('Save Changes').click();
  await expect(home.userMenu().locator('img')).toHaveCount(0);
  await expect(home.userMenu().locator('[data-letter]')).toHaveAttribute('data-letter', 'R');
  await page.reload();
  await expect(account.sidebar.locator('[data-letter]')).toHaveAttribute('data-letter', 'R');
  await profile.open();
  await expect(comments.row(commentText).locator('[data-letter]')).toHaveAttribute(
    'data-letter',
    'R',
  );
});

// rules account-picture, media-upload-kinds
test('a file that is no picture, or a large one, is refused and the form is kept', async ({
  account,
  consoleGuard,
  home,
  page,
}) => {
  consoleGuard.allow(/status of 415.*user_profile/);
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/upload/')) uploads.push(request.url());
  });
  await account.openSettings('Profile');
  await account.field('Username').fill('Mirela');
  await account.picture.chooseFile(asUploadFile(Buffer.from('Only words are in this file.\n')));
  const { input } = account.picture;
  await expect(input).toHaveAccessibleDescription(
    /Please choose a JPEG, PNG, WebP or GIF picture\.$/,
  );
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  expect(uploads).toHaveLength(1);

  await account.picture.chooseFile(asUploadFile(Buffer.alloc(5 * 1024 * 1024 + 1)));
  await expect(input).toHaveAccessibleDescription(
    /A picture can have at most 5 MB\. Please choose a smaller one\.$/,
  );
  expect(uploads).toHaveLength(1);
  await expect(account.field('Username')).toHaveValue('Mirela');

  await account.picture.chooseFile(firstPicture);
  await expectPicture(account.picture.image, 40);
  await expect(input).toHaveAttribute('aria-invalid', 'false');
  await account.button('Save Changes').click();
  await expect(home.toast(savedText)).toBeVisible();
  await expect(home.userMenu()).toContainText('Mirela');
  await expectPicture(home.userMenu().locator('img'), 40);
});

// rules settings-public-profile, media-shown
test('others see neither name nor picture of a hidden profile', async ({
  account,
  browser,
  comments,
  home,
  member,
  profile,
  server,
}) => {
  await member.postComment('ada-lovelace', commentText);
  await account.openSettings('Profile');
  await account.picture.chooseFile(firstPicture);
  await account.button('Save Changes').click();
  await expect(home.toast(savedText)).toBeVisible();

  const friend = await Member.create(server.url, 'Friend');
  const states = [friend.browserState(), { cookies: [], origins: [] }];
  const otherViewers = await Promise.all(
    states.map(async (storageState) => {
      const options = { baseURL: server.url, serviceWorkers: 'block', storageState } as const;
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await new ProfileScreen(page).open();
      return { context, page, row: new CommentsSection(page).row(commentText) };
    }),
  );
  for (const { row } of otherViewers) {
    await expect(row).toContainText(member.credentials.name);
    await expectPicture(row.locator('img'), 40);
  }
  await account.tab('Privacy').click();
  await account.toggle('Public profile').click();
  await expect(account.toggle('Public profile')).not.toBeChecked();
  await expect(home.toast(savedText)).toBeVisible();
  for (const { context, page, row } of otherViewers) {
    await page.reload();
    await expect(row).toContainText('A member');
    await expect(row).not.toContainText(member.credentials.name);
    await expect(row.locator('img')).toHaveCount(0);
    await expect(row.locator('[data-letter]')).toHaveAttribute('data-letter', 'A');
    await context.close();
  }
  await profile.open();
  await expectPicture(comments.row(commentText).locator('img'), 40);
});

for (const width of [phone.width, narrowPhone.width]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true });

    // rule account-picture
    test('the form fits with a picture', async ({ account, home, page }) => {
      await account.openSettings('Profile');
      const avatarBox = await home.userMenu().locator('[data-letter]').boundingBox();
      await account.picture.chooseFile(firstPicture);
      await expectPicture(account.picture.image, 40);
      await expect(account.button('Remove picture')).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await account.button('Save Changes').click();
      await expectPicture(home.userMenu().locator('img'), 40);
      await page.evaluate(() => scrollTo(0, 0));
      expect(await home.userMenu().locator('img').boundingBox()).toEqual(avatarBox);
      await account.menuButton.click();
      await expectPicture(account.drawer.locator('img'), 40);
    });
  });
}
