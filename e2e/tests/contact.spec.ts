import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { desktop, narrowPhone, phone } from '../support/screen-sizes.ts';

const contactMessage = {
  name: 'Mirela',
  email: 'mirela@postbox.example',
  subject: 'The Keeper and the soup',
  message: 'He offered it four times.\nIs it good?',
};

test.beforeEach(({ contact }) => contact.open());

test('the page shows how to reach support', async ({ page }) => {
  const mailLink = page.getByRole('main').locator('a[href^="mailto:"]');
  await expect(mailLink).toHaveText(/@/);
  await expect(page.getByRole('main')).toContainText('Mon-Fri 9:00-18:00 IST');
});

test('errors are shown at their fields, and editing clears them', async ({ contact }) => {
  await contact.field('Message').fill('   ');
  await contact.sendButton.click();
  await contact.expectError('Name', 'Name is required');
  await contact.expectError('Email', 'Email is required');
  await contact.expectError('Subject', 'Subject is required');
  await contact.expectError('Message', 'Message is required');
  await expect(contact.field('Name')).toBeFocused();
  await expect(contact.field('Message')).toHaveAttribute('rows', '6');

  await contact.field('Name').pressSequentially('M');
  await contact.expectNoError('Name');
  await contact.expectError('Subject', 'Subject is required');
  await contact.field('Email').fill('mirela@postbox');
  await contact.sendButton.click();
  await contact.expectError('Email', 'Please enter a valid email address');
});

// rule contact-lengths
test('limits the lengths of the fields', async ({ contact }) => {
  await contact.fill({
    name: 'n'.repeat(101),
    email: `${'e'.repeat(90)}@postbox.example`,
    subject: 's'.repeat(151),
    message: 'm'.repeat(1001),
  });
  await contact.sendButton.click();
  await contact.expectError('Name', 'Name must be at most 100 characters long');
  await contact.expectError('Email', 'Email must be at most 100 characters long');
  await contact.expectError('Subject', 'Subject must be at most 150 characters long');
  await contact.expectError('Message', 'Message must be at most 1000 characters long');
});

// rule contact-thanks
test('a sent message is confirmed with thanks', async ({ contact, page }) => {
  let releaseCall = () => {};
  const callReleased = new Promise<void>((resolve) => {
    releaseCall = resolve;
  });
  await page.route('**/api/contact', async (route) => {
    await callReleased;
    await route.continue();
  });
  await contact.fill(contactMessage);
  const contactResponse = page.waitForResponse('**/api/contact');
  await contact.sendButton.click();
  await expect(contact.sendButton).toHaveText('Sending...');
  releaseCall();
  const response = await contactResponse;
  expect(response.status()).toBe(201);
  expect(response.request().postDataJSON()).toEqual(contactMessage);
  await expect(contact.thanks).toBeFocused();
  await expect(page.getByText('We will reach out to you soon.')).toBeVisible();
  await expect(contact.field('Name')).toHaveCount(0);
  await expectAccessible(page);
});

test('a failure is shown and keeps the typed text', async ({ contact, home, page, server }) => {
  await contact.fill(contactMessage);
  await server.kill();
  await contact.sendButton.click();
  await expect(home.toast('The message could not be sent.')).toBeVisible();
  await expect(contact.field('Message')).toHaveValue(contactMessage.message);
  await server.run();
  await contact.sendButton.click();
  await expect(contact.thanks).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you' })).toBeVisible();
});

test('a login modal that cannot be fetched keeps the typed text', async ({
  contact,
  consoleGuard,
  home,
  page,
}) => {
  consoleGuard.allow(/ERR_FAILED/, /A part of the page failed/, /dynamically imported module/);
  await page.route('**/assets/login-modal-*', (route) => route.abort());
  await contact.fill(contactMessage);
  await home.loginButton().click();
  await expect(home.toast('This could not be opened.')).toBeVisible();
  await expect(contact.field('Message')).toHaveValue(contactMessage.message);
});

test('a form full of errors is accessible', async ({ contact, page }) => {
  await contact.sendButton.click();
  await contact.expectError('Subject', 'Subject is required');
  for (const width of [desktop.width, phone.width]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ ...narrowPhone, height: 844 });
  await expectNoSidewaysScroll(page);
});
