import { expect, type Locator, type Page } from '@playwright/test';

/** The comments on a character, on its profile or in the drawer of its chat. */
export class CommentsSection {
  private readonly page: Page;
  readonly field: Locator;
  readonly postButton: Locator;
  readonly endText: Locator;
  readonly drawer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByRole('textbox', { name: 'Add a comment' });
    this.postButton = page.getByRole('button', { name: 'Post', exact: true });
    this.endText = page.getByText('No more comments');
    this.drawer = page.getByRole('complementary', { name: 'Comments' });
  }

  rows(): Locator {
    return this.page.locator('article.comment');
  }

  /** The comment or reply with this text in it. */
  row(text: string): Locator {
    return this.rows().filter({ hasText: text });
  }

  likeButton(text: string): Locator {
    return this.row(text).getByRole('button', { name: /^Like(, | this)/ });
  }

  async postComment(text: string): Promise<void> {
    await this.field.fill(text);
    await this.postButton.click();
    await expect(this.row(text)).toBeVisible();
    await expect(this.field).toHaveValue('');
  }

  async postReply(to: string, text: string): Promise<void> {
    await this.row(to).getByRole('button', { name: 'Reply' }).click();
    const replyField = this.page.getByRole('textbox', { name: /^Reply to / });
    await expect(replyField).toBeFocused();
    await replyField.fill(text);
    await this.page.locator('form').getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(this.row(text)).toBeVisible();
    await expect(replyField).toBeHidden();
  }

  async deleteComment(text: string): Promise<void> {
    await this.row(text).getByRole('button', { name: 'Delete' }).click();
    await this.row(text).getByRole('button', { name: 'Delete' }).click();
  }
}
