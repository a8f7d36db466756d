import { expect, type Locator, type Page } from '@playwright/test';
import { oneLine, recordReplyGrowth } from '../support/reply-growth.ts';

export const failedText = 'Error: Failed to get response. Please try again.';

/** The conversation with one character. */
export class ChatScreen {
  readonly page: Page;
  readonly log: Locator;
  readonly composer: Locator;
  readonly sendButton: Locator;
  readonly stopButton: Locator;
  readonly suggestions: Locator;
  readonly jumpButton: Locator;
  /** The retry button of a failed reply without text. */
  readonly retryButton: Locator;
  /** The retry button of an interrupted reply. */
  readonly tryAgainButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.log = page.getByRole('log');
    this.composer = page.getByRole('textbox', { name: /^Write to / });
    this.sendButton = page.getByRole('button', { name: 'Send', exact: true });
    this.stopButton = page.getByRole('button', { name: 'Stop', exact: true });
    this.suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('button');
    this.jumpButton = page.getByRole('button', { name: 'Jump to latest' });
    this.retryButton = this.log.getByRole('button', { name: 'Retry' });
    this.tryAgainButton = this.log.getByRole('button', { name: 'Try again' });
  }

  /** Opens the address of a chat and waits for the greeting. */
  async open(slug = 'ada-lovelace'): Promise<void> {
    await this.page.goto(`/chats/${slug}`);
    await this.expectOpen();
  }

  async expectOpen(): Promise<void> {
    await expect(this.replies().first()).toBeVisible();
  }

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  replies(): Locator {
    return this.log.getByRole('article');
  }

  /** The text of the newest reply, without name, time and buttons. */
  newestReply(): Locator {
    return this.replies().last().locator('.reply__text');
  }

  /** The text of the newest reply on one line. */
  async newestReplyText(): Promise<string> {
    return oneLine(await this.newestReply().innerText());
  }

  ownLines(): Locator {
    return this.log.locator('.user-message');
  }

  async write(text: string): Promise<void> {
    await this.composer.fill(text);
  }

  async send(text: string): Promise<void> {
    await this.write(text);
    await this.composer.press('Enter');
    await expect(this.ownLines().last()).toContainText(oneLine(text));
  }

  /** Sends a line and waits until the reply shows this word. */
  async sendAndAwait(text: string, word: string): Promise<void> {
    await this.send(text);
    await expect(this.newestReply()).toContainText(word);
  }

  /** Expects that no reply is running. */
  async expectNoRunningReply(): Promise<void> {
    await expect(this.stopButton).toBeHidden();
    await expect(this.log).toHaveAttribute('aria-busy', 'false');
  }

  async expectRunningReply(): Promise<void> {
    await expect(this.stopButton).toBeVisible();
    await expect(this.log).toHaveAttribute('aria-busy', 'true');
  }

  /** Starts recording the text of the newest reply. The returned function returns its states so far. */
  recordGrowth(): Promise<() => Promise<string[]>> {
    return recordReplyGrowth(this.page);
  }
}
