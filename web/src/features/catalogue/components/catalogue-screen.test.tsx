import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCharacterModal } from '#/features/character';
import { deferred } from '#/shared/test/deferred';
import { fakeCharacter } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { Link } from '#/shared/ui/link';
import { CatalogueScreen } from './catalogue-screen';

const fakeNamedCharacter = (name: string) =>
  fakeCharacter({ id: name, name, slug: name.toLowerCase().replace(' ', '-') });
const fakeNumberedCharacters = (count: number, namePrefix: string) =>
  Array.from({ length: count }, (_, at) => fakeNamedCharacter(`${namePrefix} ${at + 1}`));

interface RecordedRequests {
  searches: string[];
  groupings: string[];
  laterPageQueries: string[];
}

/**
 * Serves eight royals, five of them on the first page, and one athlete. A search for Zaphod finds nobody. The
 * returned object records the requests.
 */
function serveCatalogue(): RecordedRequests {
  const requests: RecordedRequests = { searches: [], groupings: [], laterPageQueries: [] };
  server.use(
    http.get('*/api/characters/groups', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [by, search] = [query.get('by') ?? '', query.get('search') ?? ''];
      requests.searches.push(search);
      requests.groupings.push(by);
      const royalsGroup = {
        total: 8,
        nextCursor: 'after-5',
        characters: fakeNumberedCharacters(5, 'Royal'),
      };
      const athletesGroup = {
        total: 1,
        nextCursor: '',
        characters: fakeNumberedCharacters(1, 'Athlete'),
      };
      const groups =
        search === 'Zaphod'
          ? []
          : by === 'name'
            ? [{ key: 'R', title: 'Letter in "R"', ...royalsGroup }]
            : [
                { key: 'Royalty', title: 'Royalty', ...royalsGroup },
                { key: 'Athletes', title: 'Athletes', ...athletesGroup },
              ];
      const bestMatches = search === 'Atlete' ? fakeNumberedCharacters(1, 'Athlete') : [];
      return HttpResponse.json({
        best: bestMatches,
        data: groups,
        nextCursor: '',
        total: groups.length === 0 ? 0 : 9,
      });
    }),
    http.get('*/api/characters', ({ request }) => {
      requests.laterPageQueries.push(new URL(request.url).search);
      return HttpResponse.json({
        data: fakeNumberedCharacters(8, 'Royal').slice(5),
        nextCursor: '',
        total: 8,
      });
    }),
  );
  return requests;
}

const catalogueAddress = (category: string) =>
  category ? `/characters?categories=${encodeURIComponent(category)}` : '/characters';

async function openCatalogue(category = '') {
  const requests = serveCatalogue();
  const view = renderApp(<CatalogueScreen />, { url: catalogueAddress(category), user: null });
  await screen.findAllByRole('article');
  return { ...view, seen: requests };
}

const searchBox = () => screen.getByRole('searchbox', { name: 'Search Characters or Categories' });
const groupRegion = (name: string) => within(screen.getByRole('region', { name }));
const toggleButton = (name: string, label: string) => {
  const [first] = groupRegion(name).getAllByRole('button', { name: label });
  if (!first) throw new Error('a toggle expected');
  return first;
};

beforeEach(() => useCharacterModal.setState({ character: null }));

describe('the catalogue', () => {
  it('waits behind a full-screen spinner with the scroll locked', async () => {
    const { promise, resolve } = deferred<Response>();
    server.use(http.get('*/api/characters/groups', () => promise));
    renderApp(<CatalogueScreen />, { user: null });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    resolve(HttpResponse.json({ best: [], data: [], nextCursor: '', total: 0 }));
    expect(await screen.findByText('No characters found.', { selector: '.display' })).toBeVisible();
    expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  });

  // rule catalogue-nobody
  it.each([[''], ['Royalty']])(
    'says and logs that the list of %j cannot be fetched, and tries again',
    async (category) => {
      vi.spyOn(console, 'error').mockReturnValue();
      server.use(http.get('*/api/characters/groups', () => refusal(500, 'Broken')));
      const { user } = renderApp(<CatalogueScreen />, {
        url: catalogueAddress(category),
        user: null,
      });
      expect(await screen.findByText('No characters found.')).toBeVisible();
      expect(screen.getByText('The album could not be opened.')).toBeVisible();
      expect(console.error).toHaveBeenCalledWith('Character search failed', expect.anything());
      serveCatalogue();
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('heading', { name: 'Royalty' })).toBeVisible();
    },
  );

  it('shows the best match of a search above the groups, and without one the groups alone', async () => {
    await openCatalogue('Atlete');
    const [first, second] = screen.getAllByRole('region');
    expect(first).toHaveAccessibleName('Best match');
    expect(second).toHaveAccessibleName('Royalty');
    expect(groupRegion('Best match').getByRole('link', { name: 'Athlete 1' })).toBeVisible();
    cleanup();
    await openCatalogue();
    expect(screen.queryByRole('region', { name: 'Best match' })).toBeNull();
  });

  it('focuses the first group that Show more adds', async () => {
    const groupPage = (title: string, nextCursor: string) => ({
      best: [],
      data: [
        {
          key: title,
          title,
          total: 1,
          nextCursor: '',
          characters: fakeNumberedCharacters(1, title),
        },
      ],
      nextCursor,
      total: 2,
    });
    server.use(
      http.get('*/api/characters/groups', ({ request }) => {
        const isFirstPage = !new URL(request.url).searchParams.get('cursor');
        return HttpResponse.json(
          isFirstPage ? groupPage('Royalty', 'after-1') : groupPage('Athletes', ''),
        );
      }),
    );
    const { user } = renderApp(<CatalogueScreen />, { url: '/characters', user: null });
    await user.click(await screen.findByRole('button', { name: 'More groups' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Athletes' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'More groups' })).toBeNull();
  });

  // rule catalogue-tabs
  it('groups by category at first, and by letter in the name tab', async () => {
    const { user, seen } = await openCatalogue();
    expect(screen.getByRole('tab', { name: 'Browse by Category' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await user.click(screen.getByRole('tab', { name: 'Browse by Name' }));
    expect(await screen.findByRole('heading', { name: 'Letter in "R"' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Royalty' })).not.toBeInTheDocument();
    expect(seen.groupings).toEqual(['category', 'name']);
  });

  // rule catalogue-group-size
  it('shows five of a group, the rest by Show more, and five again by Show less', async () => {
    const { user, seen } = await openCatalogue();
    expect(groupRegion('Royalty').getAllByRole('article')).toHaveLength(5);
    expect(toggleButton('Royalty', 'Show more')).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggleButton('Royalty', 'Show more'));
    await waitFor(() => expect(groupRegion('Royalty').getAllByRole('article')).toHaveLength(8));
    expect(seen.laterPageQueries).toEqual(['?category=Royalty&search=&limit=60&cursor=after-5']);
    expect(toggleButton('Royalty', 'Show less')).toHaveFocus();
    expect(toggleButton('Royalty', 'Show less')).toHaveAttribute('aria-expanded', 'true');
    await user.click(toggleButton('Royalty', 'Show less'));
    expect(groupRegion('Royalty').getAllByRole('article')).toHaveLength(5);
    expect(toggleButton('Royalty', 'Show more')).toHaveFocus();
    expect(
      groupRegion('Athletes').queryByRole('button', { name: /^Show/ }),
    ).not.toBeInTheDocument();
  });

  it('fetches more by the last cell of a group and focuses the first new stamp', async () => {
    const { user } = await openCatalogue();
    const pages = [
      fakeNumberedCharacters(65, 'Royal').slice(5),
      fakeNumberedCharacters(130, 'Royal').slice(65),
    ];
    server.use(
      http.get('*/api/characters', ({ request }) => {
        const isFirstRestPage = new URL(request.url).searchParams.get('cursor') === 'after-5';
        return HttpResponse.json({
          data: pages[isFirstRestPage ? 0 : 1],
          nextCursor: isFirstRestPage ? 'after-65' : '',
          total: 130,
        });
      }),
    );
    const moreButton = () =>
      groupRegion('Royalty').getByRole('button', { name: /in this category$/ });
    expect(moreButton()).toHaveTextContent('3 more in this category');
    await user.click(moreButton());
    expect(await screen.findByRole('link', { name: 'Royal 6' })).toHaveFocus();
    expect(groupRegion('Royalty').getAllByRole('article')).toHaveLength(65);
    expect(toggleButton('Royalty', 'Show less')).toBeVisible();
    await user.click(groupRegion('Royalty').getByRole('button', { name: /^Show more/ }));
    expect(await screen.findByRole('link', { name: 'Royal 66' })).toHaveFocus();
    const [, last] = groupRegion('Royalty').getAllByRole('button', { name: 'Show less' });
    if (!last) throw new Error('a place after the last stamp expected');
    await user.click(last);
    expect(groupRegion('Royalty').getAllByRole('article')).toHaveLength(5);
    expect(last).toHaveFocus();
    expect(last).toHaveTextContent('Show more');
  });

  it('retries the rest of a group after a failure', async () => {
    const { user } = await openCatalogue();
    server.use(http.get('*/api/characters', () => refusal(500, 'Broken'), { once: true }));
    await user.click(toggleButton('Royalty', 'Show more'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The rest could not be fetched.');
    await user.click(groupRegion('Royalty').getByRole('button', { name: /in this category$/ }));
    await waitFor(() => expect(groupRegion('Royalty').getAllByRole('article')).toHaveLength(8));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  // rule catalogue-card
  it('opens the modal by a click on a card', async () => {
    const { user } = await openCatalogue();
    await user.click(screen.getByRole('link', { name: 'Royal 2' }));
    expect(useCharacterModal.getState().character?.name).toBe('Royal 2');
  });
});

describe('its search', () => {
  it('makes one request, 300 ms after the last key press', async () => {
    const { user, seen } = await openCatalogue();
    await user.type(searchBox(), 'cleo');
    await waitFor(() => expect(seen.searches).toEqual(['', 'cleo']));
  });

  it('keeps the former list until the answer arrives', async () => {
    const { user } = await openCatalogue();
    const { promise, resolve } = deferred<Response>();
    server.use(http.get('*/api/characters/groups', () => promise));
    await user.type(searchBox(), 'x');
    await waitFor(() => expect(document.querySelector('.stale')).toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Royalty' })).toBeVisible();
    resolve(HttpResponse.json({ best: [], data: [], nextCursor: '', total: 0 }));
    expect(await screen.findByText('No characters found.', { selector: '.display' })).toBeVisible();
  });

  // rule catalogue-search-wait
  it('cancels the running request of the former search', async () => {
    const { user } = await openCatalogue();
    const abortedSearches: string[] = [];
    const neverAnswer = new Promise<Response>(() => undefined);
    server.use(
      http.get('*/api/characters/groups', ({ request }) => {
        const search = new URL(request.url).searchParams.get('search') ?? '';
        request.signal.addEventListener('abort', () => abortedSearches.push(search));
        return neverAnswer;
      }),
    );
    await user.type(searchBox(), 'first');
    await waitFor(() => expect(document.querySelector('.stale')).toBeInTheDocument());
    await user.type(searchBox(), ' second');
    await waitFor(() => expect(abortedSearches).toEqual(['first']));
  });

  // rule catalogue-search-address
  it('is filled from the address, and emptied by its button', async () => {
    const { user, seen } = await openCatalogue('Royalty');
    expect(searchBox()).toHaveValue('Royalty');
    expect(seen.searches).toEqual(['Royalty']);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(searchBox()).toHaveValue('');
    expect(searchBox()).toHaveFocus();
    await waitFor(() => expect(seen.searches).toEqual(['Royalty', '']));
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument();
  });

  // rule catalogue-nobody
  it('says when nobody is found, and links back to all characters', async () => {
    const { user } = await openCatalogue();
    await user.type(searchBox(), 'Zaphod');
    expect(await screen.findByText('No characters found.', { selector: '.display' })).toBeVisible();
    const [clear] = screen.getAllByRole('button', { name: 'Clear search' }).slice(-1);
    if (!clear) throw new Error('a button expected');
    await user.click(clear);
    expect(await screen.findByRole('heading', { name: 'Royalty' })).toBeVisible();
  });
});

describe('its address', () => {
  // rule catalogue-search-address
  it('keeps search and tab for Back and a reload, and the search in a shared link', async () => {
    const { user, address, seen } = await openCatalogue();
    await user.click(screen.getByRole('tab', { name: 'Browse by Name' }));
    await user.type(searchBox(), 'cleo & co');
    await waitFor(() => expect(address()).toBe('/characters?categories=cleo%20%26%20co'));
    expect(screen.getByRole('tab', { name: 'Browse by Name' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await waitFor(() => expect(seen.searches.at(-1)).toBe('cleo & co'));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(address()).toBe('/characters'));
  });

  it('fills the field when a link changes the address, and not while the user types', async () => {
    serveCatalogue();
    const { user, address } = renderApp(
      <>
        <CatalogueScreen />
        <Link to={catalogueAddress('Athletes')}>elsewhere</Link>
      </>,
      { url: catalogueAddress('Royalty'), user: null },
    );
    await screen.findAllByRole('article');
    await user.clear(searchBox());
    await user.type(searchBox(), 'cleo');
    await waitFor(() => expect(address()).toBe('/characters?categories=cleo'));
    await user.type(searchBox(), 'patra');
    expect(searchBox()).toHaveValue('cleopatra');
    await user.click(screen.getByRole('link', { name: 'elsewhere' }));
    await waitFor(() => expect(searchBox()).toHaveValue('Athletes'));
    expect(address()).toBe('/characters?categories=Athletes');
  });
});

it('announces the number of results to screen readers', async () => {
  const { user } = await openCatalogue();
  expect(await screen.findByText('9 characters found.')).toHaveAttribute('aria-live', 'polite');
  await user.type(searchBox(), 'Zaphod');
  expect(
    await screen.findByText('No characters found.', { selector: '[aria-live]' }),
  ).toBeInTheDocument();
});
