import type { Page, Route } from '@playwright/test';

export interface Section {
  section_key: string;
  title: string;
  is_active: 0 | 1;
  [field: string]: unknown;
}

/** Takes a section of the server's answer and returns the section that the page gets instead. */
type SectionChange = (section: Section) => Section;

/** Changes the sections of the home page in the server's answer. */
export async function changeHomeSections(page: Page, change: SectionChange): Promise<void> {
  await page.route('**/api/admin/web-settings', async (route: Route) => {
    const response = await route.fetch();
    const sections = (await response.json()) as Section[];
    await route.fulfill({ response, json: sections.map(change) });
  });
}

/** Aborts every call below /api, as if the server were down and the page were from a cache. */
export async function blockApi(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
}

/** Five made-up articles, enough to fill the row of the home page. */
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

/** Answers the page's requests for articles with `data`. */
export async function serveFeeds(page: Page, data: typeof fiveFeeds): Promise<void> {
  await page.route('**/api/feeds', (route) => route.fulfill({ json: { data } }));
}
