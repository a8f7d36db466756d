import type { Page, Route } from '@playwright/test';

export interface Section {
  section_key: string;
  title: string;
  is_active: 0 | 1;
  [field: string]: unknown;
}

/** What the server tells about one section, before it reaches the page. */
type Change = (section: Section) => Section;

/** Changes the sections of the home page on their way. */
export async function changeHome(page: Page, change: Change): Promise<void> {
  await page.route('**/api/admin/web-settings', async (route: Route) => {
    const response = await route.fetch();
    const sections = (await response.json()) as Section[];
    await route.fulfill({ response, json: sections.map(change) });
  });
}

/** Nothing answers below /api, as when the server is down and the page comes from a cache. */
export async function cutOff(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
}

/** Five articles that nobody wrote, for what the row of the home page does with them. */
export const fiveFeeds = [1, 2, 3, 4, 5].map((id) => ({
  id,
  title: `Article ${id}`,
  subtitle: '',
  description: `About ${id}.`,
  imageUrl: '/portraits/hero.webp',
  imageAlt: '',
  url_slug: `article-${id}`,
  date: `2026-10-0${id}`,
}));

export async function serveFeeds(page: Page, data: typeof fiveFeeds): Promise<void> {
  await page.route('**/api/feeds', (route) => route.fulfill({ json: { data } }));
}
