import { HttpResponse, http } from 'msw';
import type { Article, ContentBlock, FeedArticle, StaticPage } from '#/shared/api/types';
import { fakeCharacter } from './fakes';
import { server } from './server';

/** A section of the home page as the server sends it. */
export function fakeSection(section_key: string, over: object = {}) {
  return {
    id: 1,
    section_key,
    section_name: section_key,
    section_type: 'any',
    title: `Title of ${section_key}`,
    subtitle: '',
    description: '',
    cta_text: '',
    cta_link: '',
    image_url: '',
    image_alt: '',
    video_url: '',
    is_active: 1,
    display_order: 1,
    meta_data: {},
    ...over,
  };
}

const fakeCategory = (id: string, name: string) => ({ id, name, count: 3 });

/** The server's answer for the home page, with two characters. */
export function fakeHome() {
  const ada = fakeCharacter();
  const rumi = fakeCharacter({ id: 'rumi000001', character_id: 237, name: 'Rumi', slug: 'rumi' });
  return [
    fakeSection('home_banner', {
      title: 'Two thousand years',
      subtitle: 'Ask them something.',
      cta_text: 'Meet the Characters',
      cta_link: '/characters',
      image_url: '/portraits/hero.webp',
    }),
    fakeSection('profile_cards', { title: 'Begin', meta_data: { characters: [ada, rumi] } }),
    fakeSection('action_figures', {
      title: 'Scenes',
      meta_data: {
        items: [{ character: ada, description: 'Count with her.', assert: { file: '/t.webp' } }],
      },
    }),
    fakeSection('explore_characters', {
      title: 'Explore characters',
      cta_text: 'See all 287',
      cta_link: '/characters',
      meta_data: { characters: [ada, rumi], max: 6 },
    }),
    fakeSection('explore_categories', {
      title: 'Explore the Categories',
      meta_data: {
        categories: [fakeCategory('royalty', 'Royalty'), fakeCategory('athletes', 'Athletes')],
        max_category: 9,
        max_character: 6,
      },
    }),
    fakeSection('feeds', { title: 'The Feed', meta_data: { feeds: [2, 1] } }),
    fakeSection('accordions', {
      title: 'Questions',
      meta_data: {
        items: ['One', 'Two', 'Three', 'Four'].map((title, key) => ({
          key: `q${key}`,
          title: `${title}?`,
          data: `Answer ${title}.`,
          isOpen: key === 0,
        })),
        max: 3,
      },
    }),
    fakeSection('footer_categories', {
      meta_data: { categories: [fakeCategory('royalty', 'Royalty')], termsContent: ['Be kind.'] },
    }),
    fakeSection('footer_characters', { meta_data: { characters: [ada], max: 18 } }),
  ];
}

export function fakeFeed(id: number, over: Partial<FeedArticle> = {}): FeedArticle {
  return {
    id,
    title: `Article ${id}`,
    subtitle: '',
    description: `About ${id}.`,
    imageUrl: `/a${id}.webp`,
    imageAlt: '',
    url_slug: `article-${id}`,
    date: '2026-05-01',
    ...over,
  };
}

const fakeFeeds = [1, 2].map((id) => fakeFeed(id));

export function fakeBlock(over: Partial<ContentBlock> = {}): ContentBlock {
  return { type: 'paragraph', ...over };
}

export function fakeArticle(over: Partial<Article> = {}): Article {
  return { ...fakeFeed(1), sections: [], more: [], ...over };
}

export function fakePage(over: Partial<StaticPage> = {}): StaticPage {
  return {
    key: 'terms-of-use',
    title: 'Terms of Use',
    intro: 'The short form.',
    effective: '2025-07-07',
    sections: [],
    ...over,
  };
}

export const fakeTags = [
  { name: 'war', count: 9 },
  { name: 'poetry', count: 2 },
];

/** Answers the requests of the home page and the footer. */
export function serveHome(home: ReturnType<typeof fakeHome> = fakeHome()): void {
  const footer = home.find(({ section_key }) => section_key === 'footer_categories');
  server.use(
    http.get('*/api/admin/web-settings', () => HttpResponse.json(home)),
    http.get('*/api/admin/web-settings/key/footer_categories', () => HttpResponse.json(footer)),
    http.get('*/api/feeds', () => HttpResponse.json({ data: fakeFeeds })),
  );
}
