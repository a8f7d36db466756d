import type { Page } from '@playwright/test';
export class ChatScreen {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
}
