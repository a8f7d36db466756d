import { expect, type Locator, type Page } from '@playwright/test';
import type { ChatScreen } from './chat-screen.ts';

/** The tools under the messages of a chat. */
export class MessageTools {
  private readonly page: Page;
  private readonly chat: ChatScreen;

  constructor(chat: ChatScreen) {
    this.page = chat.page;
    this.chat = chat;
  }

  /** The row of the newest message. */
  newestRow(): Locator {
    return this.chat.log.locator('[data-last]');
  }

  /** A tool of the newest message. */
  tool(name: string): Locator {
    return this.newestRow().getByRole('button', { name, exact: true });
  }

  /** Opens the list of further tools of the newest reply and presses one. */
  async pressFurtherTool(name: string): Promise<void> {
    await this.tool('More').click();
    await this.tool(name).click();
  }

  ownRow(text: string): Locator {
    return this.chat.log.locator('.log__row', { has: this.page.locator('.user-message') }).filter({
      hasText: text,
    });
  }

  /** A tool of one of the user's messages, shown by pointing at it. */
  async ownTool(text: string, name: string): Promise<Locator> {
    const row = this.ownRow(text);
    await row.locator('.user-message').hover();
    return row.getByRole('button', { name, exact: true });
  }

  editor(): Locator {
    return this.chat.log.getByRole('textbox', { name: 'Edit your message' });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }

  async expectVersion(at: number, count: number): Promise<void> {
    await expect(this.newestRow().getByRole('status')).toHaveText(`Version ${at} of ${count}`);
  }
}
