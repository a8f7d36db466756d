import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';

test.beforeEach(({ contact }) => contact.open());

test('the page tells how to reach us', async ({ page }) => {
  await expect(page.getByRole('main')).toContainText('Mon-Fri 9:00-18:00 IST');
});

test('what is missing or wrong is told at its field, and editing takes it away', async ({
  contact,
}) => {
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

test('takes so much and no more', async ({ contact }) => {
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

for (const width of [1440, 390, 320]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 844 }, colorScheme });

      test('a form full of errors can be read by everybody', async ({ contact, page }) => {
        await contact.sendButton.click();
        await contact.expectError('Subject', 'Subject is required');
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });
    });
  }
}
