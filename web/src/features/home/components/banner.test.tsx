import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSection } from '#/shared/test/content';
import { renderApp } from '#/shared/test/render-app';
import { readSections } from '../model/section';
import { Banner } from './banner';

const upright = '(max-width: 559px)';

/** A screen whose width the test changes. `still`: the system asks for reduced motion. */
function screenOf(start: { narrow?: boolean; still?: boolean } = {}) {
  const now = { narrow: false, still: false, ...start };
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === upright ? now.narrow : query.includes('reduced-motion') && now.still,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return {
    turn(narrow: boolean) {
      now.narrow = narrow;
      act(() => {
        for (const listener of listeners) listener();
      });
    },
  };
}

function renderBanner(over: object = {}) {
  const [section] = readSections([fakeSection('home_banner', over)]) ?? [];
  if (!section) throw new Error('a section expected');
  const view = renderApp(<Banner first section={section} />, { user: null });
  act(() => {
    vi.advanceTimersByTime(400);
  });
  return view;
}

const film = () => document.querySelector('video');
const films = () =>
  [...document.querySelectorAll('video source')].map((one) => one.getAttribute('src'));
const picture = () => document.querySelector('.hero img')?.getAttribute('src');
const tallPicture = () => document.querySelector('.hero picture > source')?.getAttribute('srcset');

const former = globalThis.matchMedia;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});
afterEach(() => {
  vi.stubGlobal('matchMedia', former);
});

describe('without films and pictures in the settings', () => {
  // rule home-banner
  it('shows the built-in video, muted, looping and hidden from screen readers', () => {
    screenOf();
    renderBanner();
    expect(films()).toEqual(['/portraits/hero.webm', '/portraits/hero.mp4']);
    expect(film()).toHaveProperty('muted', true);
    expect(film()).toHaveAttribute('loop');
    expect(film()).toHaveAttribute('aria-hidden', 'true');
    expect(picture()).toBe('/portraits/hero.webp');
    expect(tallPicture()).toBe('/portraits/hero-m.webp');
  });

  it('shows the narrow pictures on a narrow screen, also after a rotation', () => {
    const { turn } = screenOf({ narrow: true });
    renderBanner();
    expect(films()).toEqual(['/portraits/hero-m.webm', '/portraits/hero-m.mp4']);
    turn(false);
    expect(films()).toEqual(['/portraits/hero.webm', '/portraits/hero.mp4']);
  });
});

const named = {
  image_url: '/any.webp',
  video_url: '/any.mp4',
  meta_data: {
    desktop: { image_url: '/wide.webp', video_url: '/wide.mp4' },
    mobile: { image_url: '/tall.webp', video_url: '/tall.mp4' },
  },
};

describe('with films and pictures in the settings', () => {
  it.each([
    [false, '/wide.mp4', '/portraits/hero.webm'],
    [true, '/tall.mp4', '/portraits/hero-m.webm'],
  ])('tries them first, the product’s own after them (narrow: %s)', (narrow, first, second) => {
    screenOf({ narrow });
    renderBanner(named);
    expect(films().slice(0, 2)).toEqual([first, second]);
    expect([picture(), tallPicture()]).toEqual(['/wide.webp', '/tall.webp']);
  });

  it('uses the section’s film and picture for a screen without its own', () => {
    screenOf();
    renderBanner({ ...named, meta_data: {} });
    expect(films()[0]).toBe('/any.mp4');
    expect([picture(), tallPicture()]).toEqual(['/any.webp', '/any.webp']);
  });

  it('shows the wide film of the settings on a narrow screen, not the built-in one', () => {
    screenOf({ narrow: true });
    renderBanner({ meta_data: { desktop: named.meta_data.desktop } });
    expect(films()[0]).toBe('/wide.mp4');
    expect(tallPicture()).toBe('/wide.webp');
  });

  it('has the picture’s text, the words and the link of the settings', () => {
    screenOf();
    renderBanner({
      title: 'Title',
      subtitle: 'Under it.',
      description: 'And more.',
      image_alt: 'Two heads',
      cta_text: 'Go',
      cta_link: '/blog',
    });
    expect(screen.getByRole('img', { name: 'Two heads' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Title' })).toBeVisible();
    expect(screen.getByText('Under it.')).toBeVisible();
    expect(screen.getByText('And more.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go' })).toHaveAttribute('href', '/blog');
  });
});

describe('the film', () => {
  const button = (name: string) => screen.getByRole('button', { name });

  it('can be stopped and started', () => {
    screenOf();
    renderBanner();
    fireEvent.click(button('Pause the banner'));
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalledOnce();
    fireEvent.pause(film() as HTMLVideoElement);
    fireEvent.click(button('Play the banner'));
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalledOnce();
  });

  it('stays stopped when the screen is rotated', () => {
    const { turn } = screenOf();
    renderBanner();
    fireEvent.click(button('Pause the banner'));
    fireEvent.pause(film() as HTMLVideoElement);
    turn(true);
    expect(film()).toHaveProperty('autoplay', false);
  });

  it('may resume after the browser has paused it outside the viewport', () => {
    screenOf();
    renderBanner();
    fireEvent.pause(film() as HTMLVideoElement);
    expect(button('Play the banner')).toBeVisible();
    expect(film()).toHaveProperty('autoplay', true);
    fireEvent.play(film() as HTMLVideoElement);
    expect(button('Pause the banner')).toBeVisible();
  });

  it('is removed with its button when no source can be played, and the picture stays', () => {
    screenOf();
    renderBanner(named);
    const sources = [...document.querySelectorAll('video source')];
    fireEvent.error(sources[0] as Element);
    expect(film()).toBeInTheDocument();
    fireEvent.error(sources.at(-1) as Element);
    expect(film()).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(picture()).toBe('/wide.webp');
  });

  it('is not loaded with reduced motion or data saving', () => {
    screenOf({ still: true });
    renderBanner();
    expect(film()).not.toBeInTheDocument();
    screenOf();
    Object.assign(navigator, { connection: { saveData: true } });
    renderBanner();
    expect(film()).not.toBeInTheDocument();
    Object.assign(navigator, { connection: undefined });
  });
});
