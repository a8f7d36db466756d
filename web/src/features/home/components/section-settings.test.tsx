import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCharacterModal } from '#/features/character';
import { fakeHome, serveHome } from '#/shared/test/content';
import { fakeCharacter } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { HomeScreen } from './home-screen';

/** Opens the home page with one section changed by the operator. */
async function openHomeWithChangedSection(sectionKey: string, changedFields: object) {
  serveHome(
    fakeHome().map((one) => (one.section_key === sectionKey ? { ...one, ...changedFields } : one)),
  );
  const view = renderApp(<HomeScreen />, { user: null });
  await screen.findByRole('heading', { name: 'Who will you talk to first?' });
  return view;
}

const formerMatchMedia = globalThis.matchMedia;
/** Turns reduced motion off, which the test setup turns on. */
const allowMotion = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({ ...formerMatchMedia(query), matches: false }));

beforeEach(() => {
  useCharacterModal.setState({ character: null });
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  vi.stubGlobal('matchMedia', formerMatchMedia);
});

describe('the head of a section', () => {
  const sectionTexts = { subtitle: 'Under the title.', description: 'A longer sentence.' };
  const linkFields = { cta_text: 'Look further', cta_link: '/blog' };

  it.each([
    'profile_cards',
    'action_figures',
    'explore_characters',
    'explore_categories',
    'feeds',
    'accordions',
  ])('shows subtitle and description: %s', async (key) => {
    await openHomeWithChangedSection(key, sectionTexts);
    expect(screen.getByText('Under the title.')).toBeVisible();
    expect(screen.getByText('A longer sentence.')).toBeVisible();
  });

  it.each(['profile_cards', 'action_figures', 'explore_characters', 'explore_categories', 'feeds'])(
    'shows its link: %s',
    async (key) => {
      await openHomeWithChangedSection(key, linkFields);
      expect(screen.getByRole('link', { name: 'Look further' })).toHaveAttribute('href', '/blog');
    },
  );

  it('has no link without a safe address', async () => {
    await openHomeWithChangedSection('explore_categories', {
      cta_text: 'Run',
      cta_link: 'javascript:alert(1)',
    });
    expect(screen.queryByRole('link', { name: 'Run' })).not.toBeInTheDocument();
  });
});

it('the page has a first heading without a banner too', async () => {
  await openHomeWithChangedSection('home_banner', { is_active: 0 });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Colloquy');
});

describe('tiles', () => {
  const ada = fakeCharacter();
  const tileSettings = (over: object) => ({ meta_data: { items: [{ character: ada, ...over }] } });

  it('show the name and texts of the settings', async () => {
    await openHomeWithChangedSection(
      'action_figures',
      tileSettings({
        name: 'The Countess',
        subtitle: 'Of computing',
        description: 'Count with her.',
        subDescription: 'Bring cards.',
        assert: { file: '/t.webp', type: 'image' },
      }),
    );
    const button = screen.getByRole('button', { name: /The Countess/ });
    for (const text of ['Of computing', 'Count with her.', 'Bring cards.'])
      expect(button).toHaveTextContent(text);
    fireEvent.click(button);
    expect(useCharacterModal.getState().character?.name).toBe('Ada Lovelace');
  });

  it.each([
    ['/a.webp', 'video', 'img'],
    ['/a.mp4', 'image', 'video'],
    ['/media/17', 'video', 'video'],
    ['/media/17', 'image', 'img'],
  ])('%s of type %s is shown as %s', async (file, type, element) => {
    await openHomeWithChangedSection(
      'action_figures',
      tileSettings({ name: 'It', assert: { file, type } }),
    );
    const button = screen.getByRole('button', { name: 'It' });
    expect(button.querySelector(element)).toHaveAttribute('src', file);
  });

  it('play their video while they have the pointer or the focus', async () => {
    allowMotion();
    const playSpy = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const pauseSpy = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    const { user } = await openHomeWithChangedSection(
      'action_figures',
      tileSettings({ name: 'It', assert: { file: '/a.mp4' } }),
    );
    const button = screen.getByRole('button', { name: 'It' });
    expect(button.querySelector('video')).not.toHaveAttribute('autoplay');
    await user.hover(button);
    expect(playSpy).toHaveBeenCalledOnce();
    await user.unhover(button);
    expect(pauseSpy).toHaveBeenCalledOnce();
    fireEvent.focus(button);
    expect(playSpy).toHaveBeenCalledTimes(2);
    fireEvent.blur(button);
    expect(pauseSpy).toHaveBeenCalledTimes(2);
  });

  it('do not play their video with reduced motion', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { user } = await openHomeWithChangedSection(
      'action_figures',
      tileSettings({ name: 'It', assert: { file: '/a.mp4' } }),
    );
    await user.hover(screen.getByRole('button', { name: 'It' }));
    expect(play).not.toHaveBeenCalled();
  });
});

describe('accordions', () => {
  it('open the question that the settings mark as open, else the first', async () => {
    const items = ['One', 'Two'].map((title) => ({
      key: title,
      title,
      data: '',
      isOpen: title === 'Two',
    }));
    await openHomeWithChangedSection('accordions', { meta_data: { items } });
    expect(screen.getByRole('button', { name: 'Two' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('button', { name: 'One' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('have a picture with the alternative text of the settings', async () => {
    await openHomeWithChangedSection('accordions', {
      image_url: '/side.webp',
      image_alt: 'A king in profile',
    });
    expect(screen.getByRole('img', { name: 'A king in profile' })).toHaveAttribute(
      'src',
      '/side.webp',
    );
  });

  it('link their picture to its character', async () => {
    const items = [{ key: 'a', title: 'A', data: 'B' }];
    const rumi = fakeCharacter({ id: 'rumi000001', name: 'Rumi', slug: 'rumi' });
    await openHomeWithChangedSection('accordions', {
      image_url: '/side.webp',
      meta_data: { items, characters: [rumi] },
    });
    const section = screen.getByRole('button', { name: 'A' }).closest('section') as HTMLElement;
    fireEvent.click(within(section).getByRole('link', { name: 'Rumi' }));
    expect(useCharacterModal.getState().character?.name).toBe('Rumi');
  });
});

describe('categories', () => {
  const royaltyButton = () => screen.getByRole('button', { name: /^Royalty/ });
  const charactersHandler = (name: string) =>
    http.get('*/api/characters', () =>
      HttpResponse.json({ data: [fakeCharacter({ name, slug: 'x' })], total: 1 }),
    );
  const exploredRegion = () => {
    const section = document.getElementById('explore-characters');
    if (!section) throw new Error('the section expected');
    return within(section);
  };

  it('show their number of characters, if it is known', async () => {
    const categories = [
      { id: 'a', name: 'Athletes', count: 2 },
      { id: 'r', name: 'Royalty', count: 1 },
      { id: 'x', name: 'Explorers' },
    ];
    await openHomeWithChangedSection('explore_categories', { meta_data: { categories } });
    expect(screen.getByRole('button', { name: 'Athletes 2 characters' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Royalty 1 character' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Explorers' })).toBeVisible();
  });

  it('are at most as many as the settings say', async () => {
    const categories = ['a', 'b', 'c'].map((id) => ({ id, name: `Kind ${id}`, count: 1 }));
    await openHomeWithChangedSection('explore_categories', {
      meta_data: { categories, max_category: 2 },
    });
    expect(screen.getAllByRole('button', { name: /^Kind/ })).toHaveLength(2);
  });

  it.each([
    [true, 'smooth'],
    [false, 'instant'],
  ])('lead to the characters (motion: %s), and so does the keyboard', async (motion, behavior) => {
    if (motion) allowMotion();
    server.use(charactersHandler('Cleopatra VII'));
    const { user } = await openHomeWithChangedSection('feeds', {});
    await user.click(royaltyButton());
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ behavior, block: 'start' });
    expect(screen.getByRole('heading', { name: 'Royalty' })).toHaveFocus();
  });

  it('chosen again, show the explored characters again', async () => {
    server.use(charactersHandler('Cleopatra VII'));
    const { user } = await openHomeWithChangedSection('feeds', {});
    await user.click(royaltyButton());
    expect(await exploredRegion().findByRole('heading', { name: 'Cleopatra VII' })).toBeVisible();
    await user.click(royaltyButton());
    expect(exploredRegion().getByRole('heading', { name: 'Rumi' })).toBeVisible();
    expect(royaltyButton()).toHaveAttribute('aria-pressed', 'false');
  });

  it('are prefetched once, on hover or focus', async () => {
    let requestCount = 0;
    server.use(
      http.get('*/api/characters', () => {
        requestCount += 1;
        return HttpResponse.json({ data: [fakeCharacter({ name: 'Cleopatra VII' })], total: 1 });
      }),
    );
    const { user } = await openHomeWithChangedSection('feeds', {});
    await user.hover(royaltyButton());
    await waitFor(() => expect(requestCount).toBe(1));
    await user.click(royaltyButton());
    expect(await exploredRegion().findByRole('heading', { name: 'Cleopatra VII' })).toBeVisible();
    expect(requestCount).toBe(1);
  });

  it('offer a retry when fetching fails', async () => {
    server.use(http.get('*/api/characters', () => refusal(500, 'Broken')));
    const { user } = await openHomeWithChangedSection('feeds', {});
    await user.click(royaltyButton());
    const retryButton = await exploredRegion().findByRole('button', { name: 'Try again' });
    server.use(charactersHandler('Cleopatra VII'));
    await user.click(retryButton);
    expect(await exploredRegion().findByRole('heading', { name: 'Cleopatra VII' })).toBeVisible();
  });

  it('show the chosen characters also where no explored characters are set', async () => {
    server.use(charactersHandler('Cleopatra VII'));
    const { user } = await openHomeWithChangedSection('explore_characters', { is_active: 0 });
    await user.click(royaltyButton());
    expect(await exploredRegion().findByRole('heading', { name: 'Cleopatra VII' })).toBeVisible();
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce();
  });
});

it('shows at most as many faces beside the question as the settings allow', async () => {
  const characters = [1, 2, 3].map((at) => fakeCharacter({ id: `c${at}` }));
  await openHomeWithChangedSection('footer_characters', { meta_data: { characters, max: 2 } });
  expect(document.querySelectorAll('.first-talk__coins img')).toHaveLength(2);
});
