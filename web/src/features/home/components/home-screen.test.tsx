import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { useCharacterModal } from '#/features/character';
import { fakeHome, serveHome } from '#/shared/test/content';
import { deferred } from '#/shared/test/deferred';
import { fakeCharacter, type fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { HomeScreen } from './home-screen';

type Home = ReturnType<typeof fakeHome>;

async function openHome(home?: Home, user: ReturnType<typeof fakeUser> | null = null) {
  serveHome(home);
  const view = renderApp(<HomeScreen />, { user });
  await screen.findByRole('heading', { name: 'Who will you talk to first?' });
  return view;
}

const homeWithout = (key: string) =>
  fakeHome().map((one) => (one.section_key === key ? { ...one, is_active: 0 } : one));
const region = (name: string) => within(screen.getByRole('region', { name }));
const openedCharacter = () => useCharacterModal.getState().character?.name;

beforeEach(() => {
  useModalStore.setState({ modal: null, afterLogin: null });
  useCharacterModal.setState({ character: null });
  localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
});

describe('loading', () => {
  // rule home-loading
  it('waits behind a full-screen spinner with the scroll locked', async () => {
    const { promise, resolve } = deferred<Response>();
    serveHome();
    server.use(http.get('*/api/admin/web-settings', () => promise));
    renderApp(<HomeScreen />, { user: null });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    resolve(HttpResponse.json(fakeHome()));
    await screen.findByRole('heading', { level: 1, name: 'Two thousand years' });
    expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  });

  // rules home-loading, texts-logged-only
  it('ends with the built-in sample and no message when the server is unreachable', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    serveHome();
    server.use(http.get('*/api/admin/web-settings', () => refusal(500, 'Broken')));
    renderApp(<HomeScreen />, { user: null });
    expect(
      await screen.findByRole('heading', { name: 'Two thousand years of good conversation' }),
    ).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the sections', () => {
  // rule home-sections
  it('are in their order', async () => {
    await openHome();
    const headings = screen.getAllByRole('heading').filter(({ tagName }) => tagName !== 'H3');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Two thousand years',
      'Begin',
      'Scenes',
      'Who will you talk to first?',
      'Explore characters',
      'Explore the Categories',
      'The Feed',
      'Questions',
    ]);
  });

  // rule home-section-active
  it.each([
    ['home_banner', 'Two thousand years'],
    ['profile_cards', 'Begin'],
    ['action_figures', 'Scenes'],
    ['explore_characters', 'Explore characters'],
    ['explore_categories', 'Explore the Categories'],
    ['feeds', 'The Feed'],
    ['accordions', 'Questions'],
  ])('%s shows only while it is active', async (key, heading) => {
    await openHome(homeWithout(key));
    expect(screen.queryByRole('heading', { name: heading })).not.toBeInTheDocument();
  });

  it('give the banner’s pictures a size and hide them from screen readers', async () => {
    await openHome();
    const image = document.querySelector('.hero picture > img');
    expect(image).toHaveAttribute('alt', '');
    expect(image).toHaveAttribute('fetchpriority', 'high');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['1440', '700']);
  });
});

describe('characters', () => {
  // rule home-cards
  it('a profile card’s CHAT opens the character modal', async () => {
    const { user } = await openHome();
    await user.click(region('Begin').getByRole('button', { name: 'CHAT with Rumi' }));
    expect(openedCharacter()).toBe('Rumi');
  });

  // rule home-tiles
  it('a tile opens the modal', async () => {
    const { user } = await openHome();
    await user.click(screen.getByRole('button', { name: /Count with her\./ }));
    expect(openedCharacter()).toBe('Ada Lovelace');
  });

  const exploreRegion = () => {
    const section = document.getElementById('explore-characters');
    if (!section) throw new Error('the section expected');
    return within(section);
  };

  // rule home-explore
  it('the picture of an explored character opens the modal', async () => {
    const { user, address } = await openHome();
    await user.click(exploreRegion().getByRole('link', { name: 'Rumi' }));
    expect(openedCharacter()).toBe('Rumi');
    expect(address()).toBe('/');
  });

  it('CHAT of an explored character opens the chat, for a visitor after the login', async () => {
    const { user, address } = await openHome();
    await user.click(exploreRegion().getByRole('button', { name: 'CHAT with Rumi' }));
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(address()).toBe('/chats/rumi'));
  });

  // rule home-explore
  it('explored characters are at most six, with the link of the settings', async () => {
    const home = fakeHome();
    const manyCharacters = Array.from({ length: 8 }, (_, at) =>
      fakeCharacter({ id: `c${at}`, name: `Person ${at}`, slug: `p-${at}` }),
    );
    const section = home[3];
    if (section) section.meta_data = { characters: manyCharacters, max: 6 };
    await openHome(home);
    expect(exploreRegion().getAllByRole('article')).toHaveLength(6);
    expect(exploreRegion().getByRole('link', { name: 'See all 287' })).toHaveAttribute(
      'href',
      '/characters',
    );
  });

  // rule home-category-replaces
  it('characters of a chosen category replace them, and the page scrolls there', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/characters', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({
          data: [fakeCharacter({ name: 'Cleopatra VII', slug: 'cleopatra' })],
          total: 1,
        });
      }),
    );
    const { user } = await openHome();
    await user.click(screen.getByRole('button', { name: /^Royalty/ }));
    expect(await exploreRegion().findByRole('heading', { name: 'Cleopatra VII' })).toBeVisible();
    expect(exploreRegion().queryByRole('heading', { name: 'Rumi' })).not.toBeInTheDocument();
    expect(asked).toEqual(['?category=Royalty&limit=6']);
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: /^Royalty/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});

describe('the feed', () => {
  it('shows the named articles in their order, with links', async () => {
    await openHome();
    await screen.findByText('Article 1');
    const cards = region('The Feed').getAllByRole('link');
    expect(cards.map((card) => card.getAttribute('href'))).toEqual([
      '/blog/article-2',
      '/blog/article-1',
    ]);
    expect(screen.getByRole('link', { name: 'All Feeds' })).toHaveAttribute('href', '/blog');
  });

  // rule home-feed
  it('scrolls by 300 px', async () => {
    const { user } = await openHome();
    await screen.findByText('Article 1');
    const scrollBy = vi.fn();
    screen.getByRole('region', { name: 'The Feed' }).scrollBy = scrollBy;
    await user.click(screen.getByRole('button', { name: 'Next articles' }));
    await user.click(screen.getByRole('button', { name: 'Previous articles' }));
    expect(scrollBy.mock.calls.map(([to]) => to.left)).toEqual([300, -300]);
  });

  // rule home-feed-sample
  it('shows the built-in articles when fetching fails', async () => {
    serveHome(
      fakeHome().map((one) => (one.section_key === 'feeds' ? { ...one, meta_data: {} } : one)),
    );
    server.use(http.get('*/api/feeds', () => refusal(500, 'Broken')));
    renderApp(<HomeScreen />, { user: null });
    await screen.findByText('How to argue with a queen and keep your head');
    expect(region('The Feed').getAllByRole('link')).toHaveLength(5);
  });

  // rule home-feed
  it('says when there are no articles', async () => {
    serveHome();
    server.use(http.get('*/api/feeds', () => HttpResponse.json({ data: [] })));
    renderApp(<HomeScreen />, { user: null });
    expect(await screen.findByText('No feeds available')).toBeVisible();
  });
});

describe('accordions', () => {
  const questionButton = (name: string) => screen.getByRole('button', { name });

  // rule home-questions
  it('open one at a time, the first at the start, and close by a click', async () => {
    const { user } = await openHome();
    expect(questionButton('One?')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('Answer One.')).toBeVisible();
    await user.click(questionButton('Two?'));
    expect(screen.getByText('Answer One.')).not.toBeVisible();
    expect(screen.getByText('Answer Two.')).toBeVisible();
    await user.click(questionButton('Two?'));
    expect(screen.getByText('Answer Two.')).not.toBeVisible();
    expect(screen.queryByRole('button', { name: 'Four?' })).not.toBeInTheDocument();
  });
});
