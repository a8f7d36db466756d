import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { narrowPhone, phone } from '../support/screen-sizes.ts';

test.use({ signedIn: true });

const questions = [
  'How do I start a chat?',
  'Which characters are free?',
  'How long must my password be?',
  'How do I delete my account?',
  'What does one character cost?',
  'Can I have my money back?',
  'Are these the real people?',
  'Why does a character not know something?',
  'Why did a reply break off?',
  'Does Colloquy work offline?',
];

// rules help-content, help-hours, help-search
test('the questions are answered, filtered and found', async ({ account, page }) => {
  await account.open('help');
  await account.expectTitle('Help & Support');
  for (const name of questions) await expect(account.button(name)).toBeVisible();
  await expectAccessible(page);
  for (const text of ['9:00-18:00 IST', '10:00-16:00 IST', 'instant', 'within 24 hours']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await account.button('Can I have my money back?').press('Enter');
  await expect(page.getByText(/Open the purchase in your Payment History/)).toBeVisible();
  await account.button('Payments').click();
  await expect(page.getByRole('button', { name: /\?$/ })).toHaveCount(2);
  await account.button('All').click();
  const search = page.getByRole('searchbox', { name: 'Search for help' });
  await search.fill('pássword');
  await expect(page.getByRole('button', { name: /\?$/ })).toHaveCount(2);
  await search.fill('zither');
  await expect(page.getByText('No answers found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search' }).last().press('Enter');
  await expect(search).toBeFocused();
  await account.button('Can I have my money back?').click();
  await page.getByRole('link', { name: 'Refund Policy' }).first().click();
  await expect(page).toHaveURL('/refund-policy');
});

// rule help-content
for (const [name, path, title] of [
  ['Tutorials', '/knowledge-base', 'Knowledge Base'],
  ['Guide', '/community-guide', 'Community Guidelines'],
  ['Blog', '/blog', 'The Colloquy Feed'],
] as const) {
  test(`the resource ${name} leads to its page`, async ({ account, page }) => {
    await account.open('help');
    await page.getByRole('complementary', { name: 'Support' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
}

// rules help-contacts, help-chat
test('every contact does what it says', async ({ account, contact, page, server }) => {
  await account.open('help');
  await expect(page.getByRole('link', { name: /^Email Support/ })).toHaveAttribute(
    'href',
    'mailto:support@colloquy.example',
  );
  await page.getByRole('button', { name: /^Live Chat/ }).press('Enter');
  const chatDialog = page.getByRole('dialog', { name: 'Live Chat' });
  await expect(chatDialog.getByRole('textbox', { name: 'Your question' })).toBeFocused();
  await page.keyboard.type('How do I get a refund?');
  await page.keyboard.press('Enter');
  await expect(chatDialog.getByRole('log')).toContainText('Yes, within 3 days of the payment');
  await page.keyboard.type('zither');
  await page.keyboard.press('Enter');
  await expect(chatDialog.getByText(/I have no answer to that/)).toBeVisible();
  await expectAccessible(page);
  await chatDialog.getByRole('link', { name: 'Write to a person' }).click();
  await expect(page).toHaveURL('/contact-us');
  await expect(contact.field('Subject')).toHaveValue('A question from the live chat');
  await expect(contact.field('Message')).toHaveValue('How do I get a refund?\nzither');
  await page.goBack();
  await page.getByRole('link', { name: /Ask for a call back$/ }).click();
  await expect(contact.field('Subject')).toHaveValue('Please call me back');
  await expect(contact.field('Message')).toHaveValue(/^My telephone number: /);

  await server.restart({ COLLOQUY_SUPPORT_PHONE: '+1 (555) 010-0199' });
  await account.open('help');
  await expect(page.getByRole('link', { name: /^Phone Support/ })).toHaveAttribute(
    'href',
    'tel:+15550100199',
  );
});

for (const width of [phone.width, narrowPhone.width]) {
  // rules look-narrow, help-chat
  test(`help fits ${width} px`, async ({ account, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await account.open('help');
    await expect(account.button('How do I start a chat?')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Live Chat/ }).click();
    await expect(page.getByRole('dialog', { name: 'Live Chat' })).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });
}

// rule account-profile-panel
test('the profile shows where the user left off', async ({ account, member, page }) => {
  await member.openChat('ada-lovelace');
  await member.storeLines('ada-lovelace', 2);
  await account.open('profile');
  await expect(page.getByText('Plan', { exact: true }).locator('+ dd')).toHaveText('None');
  const row = page.getByRole('region', { name: 'Where you left off' }).getByRole('link');
  await expect(row).toContainText('Line 2');
  await expectAccessible(page);
  for (const width of [phone.width, narrowPhone.width]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await row.click();
  await expect(page).toHaveURL('/chats/ada-lovelace');
});
