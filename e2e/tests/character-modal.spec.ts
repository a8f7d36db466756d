import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test('shows the character, and asks a visitor to log in before a chat', async ({
  auth,
  chat,
  home,
  member,
  page,
}) => {
  await home.open();
  await home.openStamp('Ada Lovelace');
  const modal = home.modal('Ada Lovelace');
  await expect(modal).toContainText('Poetical analyst of an unbuilt engine');
  await expect(modal.locator('img').first()).toBeVisible();
  await modal.getByRole('button', { name: 'Lets Talk' }).click();
  await expect(modal).toHaveCount(0);
  await expect(auth.login).toBeVisible();
  await auth.logIn(member.credentials.email, member.credentials.password);
  await expect(page).toHaveURL('/chats/ada-lovelace');
  await expect(chat.heading()).toHaveText('Ada Lovelace');
});

test('closes by a click beside it, and shows another character next time', async ({
  home,
  page,
}) => {
  await home.open();
  await home.openStamp('Ada Lovelace');
  await expect(home.modal('Ada Lovelace')).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await home.openStamp('Marcus Aurelius');
  await expect(home.modal('Marcus Aurelius')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('Lets Talk opens the chat', async ({ chat, home, page }) => {
    await home.open();
    await home.openStamp('Ada Lovelace');
    await home.modal('Ada Lovelace').getByRole('button', { name: 'Lets Talk' }).click();
    await expect(page).toHaveURL('/chats/ada-lovelace');
    await expect(chat.heading()).toHaveText('Ada Lovelace');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('with payment', () => {
  test.use({ payments: 'sandbox' });

  test('a locked character is blurred behind the texts of the plan', async ({ home, page }) => {
    await home.open();
    const plan = await page.request.get('/api/admin/plans/2');
    const { data } = (await plan.json()) as { data: { meta_data: string } };
    const planTexts = JSON.parse(data.meta_data) as Record<string, string>;
    await home.openTile('Cleopatra VII');
    const modal = home.modal('Cleopatra VII');
    for (const field of ['title', 'sub_title', 'description', 'sub_description']) {
      await expect(modal).toContainText(planTexts[field] ?? 'missing');
    }
    await expect(modal.locator('img').first()).toHaveCSS('filter', /blur/);
    await expectAccessible(page);
  });
});

test('the carousel goes forward, wraps backwards, and shows a picture by its dot', async ({
  home,
  page,
}) => {
  await home.open();
  await home.openStamp('Ada Lovelace');
  const modal = home.modal('Ada Lovelace');
  const shownPicture = modal.locator('.stamp__picture img');
  await expect(shownPicture).toHaveAttribute('src', '/portraits/ada-lovelace-plate.webp');
  await modal.getByRole('button', { name: 'Next picture' }).click();
  await expect(shownPicture).toHaveAttribute('src', '/portraits/signin.webp');
  await expect(shownPicture).toHaveJSProperty('complete', true);
  await modal.getByRole('button', { name: 'Next picture' }).click();
  await expect(shownPicture).toHaveAttribute('src', '/portraits/ada-lovelace-plate.webp');
  await modal.getByRole('button', { name: 'Previous picture' }).click();
  await expect(shownPicture).toHaveAttribute('src', '/portraits/signin.webp');
  await modal.getByRole('button', { name: 'Picture 1 of 2' }).click();
  await expect(shownPicture).toHaveAttribute('src', '/portraits/ada-lovelace-plate.webp');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await home.openStamp('Marcus Aurelius');
  const film = home.modal('Marcus Aurelius').locator('.stamp__picture video');
  await home.modal('Marcus Aurelius').getByRole('button', { name: 'Next picture' }).click();
  await expect(film).toHaveAttribute('src', '/portraits/hero-m.mp4');
});
