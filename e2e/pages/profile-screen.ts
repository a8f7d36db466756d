import { expect, type Locator, type Page } from '@playwright/test';

/** The profile of a character, in either layout. */
export class ProfileScreen {
  private readonly page: Page;
  readonly likeButton: Locator;
  readonly followButton: Locator;
  readonly chatLink: Locator;
  readonly similarSection: Locator;

  constructor(page: Page) {
    this.page = page;
    this.likeButton = page.getByRole('button', { name: 'Like', exact: true });
    this.followButton = page.getByRole('button', { name: /^(Follow|Unfollow)$/ });
    this.chatLink = page.getByRole('link', { name: 'Chat', exact: true });
    this.similarSection = page.locator('.similar');
  }

  async open(slug = 'ada-lovelace'): Promise<void> {
    await this.page.goto(`/character/profile/${slug}`);
    await expect(this.heading()).toBeVisible();
  }

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  panel(name: string): Locator {
    return this.page.getByRole('tabpanel', { name });
  }

  /** The element with the number of chats, likes or followers. */
  statistic(noun: 'chat' | 'like' | 'follower'): Locator {
    return this.page
      .locator('.stats div')
      .filter({ hasText: new RegExp(`${noun}s?`) })
      .getByRole('definition');
  }
}
