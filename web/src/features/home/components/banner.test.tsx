import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeSection } from '#/shared/test/content';
import { renderApp } from '#/shared/test/render-app';
import { readSections } from '../model/section';
import { Banner } from './banner';

const uprightQuery = '(max-width: 559px)';

/** A screen whose width the test changes. `still`: the system asks for reduced motion. */
function fakeScreen(start: { narrow?: boolean; still?: boolean } = {}) {
  const screenState = { narrow: false, still: false, ...start };
  const listeners = new Set<() => void>();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches:
      query === uprightQuery
        ? screenState.narrow
        : query.includes('reduced-motion') && screenState.still,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return {
    setNarrow(narrow: boolean) {
      screenState.narrow = narrow;
      act(() => {
        for (const listener of listeners) listener();
      });
    },
  };
}

function renderBanner(over: object = {}) {
  const [section] = readSections([fakeSection('home_banner', over)]) ?? [];
  if (!section) throw new Error('a section expected');
  const view = renderApp(<Banner isFirst section={section} />, { user: null });
  act(() => {
    vi.advanceTimersByTime(400);
  });
  return view;
}

const videoElement = () => document.querySelector('video');
const videoSources = () =>
  [...document.querySelectorAll('video source')].map((one) => one.getAttribute('src'));
const pictureSource = () => document.querySelector('.hero img')?.getAttribute('src');
const tallPictureSource = () =>
  document.querySelector('.hero picture > source')?.getAttribute('srcset');

const formerMatchMedia = globalThis.matchMedia;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
});
afterEach(() => {
  vi.stubGlobal('matchMedia', formerMatchMedia);
});

describe('without films and pictures in the settings', () => {
  // rule home-banner
  it('shows the built-in video, muted, looping and hidden from screen readers', () => {
    fakeScreen();
    renderBanner();
    expect(videoSources()).toEqual(['/portraits/hero.webm', '/portraits/hero.mp4']);
    expect(videoElement()).toHaveProperty('muted', true);
    expect(videoElement()).toHaveAttribute('loop');
    expect(videoElement()).toHaveAttribute('aria-hidden', 'true');
    expect(pictureSource()).toBe('/portraits/hero.webp');
    expect(tallPictureSource()).toBe('/portraits/hero-m.webp');
  });

  it('shows the narrow pictures on a narrow screen, also after a rotation', () => {
    const { setNarrow: turn } = fakeScreen({ narrow: true });
    renderBanner();
    expect(videoSources()).toEqual(['/portraits/hero-m.webm', '/portraits/hero-m.mp4']);
    turn(false);
    expect(videoSources()).toEqual(['/portraits/hero.webm', '/portraits/hero.mp4']);
  });
});

const bannerFiles = {
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
    fakeScreen({ narrow });
    renderBanner(bannerFiles);
    expect(videoSources().slice(0, 2)).toEqual([first, second]);
    expect([pictureSource(), tallPictureSource()]).toEqual(['/wide.webp', '/tall.webp']);
  });

  it('uses the section’s film and picture for a screen without its own', () => {
    fakeScreen();
    renderBanner({ ...bannerFiles, meta_data: {} });
    expect(videoSources()[0]).toBe('/any.mp4');
    expect([pictureSource(), tallPictureSource()]).toEqual(['/any.webp', '/any.webp']);
  });

  it('shows the wide film of the settings on a narrow screen, not the built-in one', () => {
    fakeScreen({ narrow: true });
    renderBanner({ meta_data: { desktop: bannerFiles.meta_data.desktop } });
    expect(videoSources()[0]).toBe('/wide.mp4');
    expect(tallPictureSource()).toBe('/wide.webp');
  });

  it('has the picture’s text, the words and the link of the settings', () => {
    fakeScreen();
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
    fakeScreen();
    renderBanner();
    fireEvent.click(button('Pause the banner'));
    expect(HTMLMediaElement.prototype.pause).toHaveBeenCalledOnce();
    fireEvent.pause(videoElement() as HTMLVideoElement);
    fireEvent.click(button('Play the banner'));
    expect(HTMLMediaElement.prototype.play).toHaveBeenCalledOnce();
  });

  it('stays stopped when the screen is rotated', () => {
    const { setNarrow: turn } = fakeScreen();
    renderBanner();
    fireEvent.click(button('Pause the banner'));
    fireEvent.pause(videoElement() as HTMLVideoElement);
    turn(true);
    expect(videoElement()).toHaveProperty('autoplay', false);
  });

  it('may resume after the browser has paused it outside the viewport', () => {
    fakeScreen();
    renderBanner();
    fireEvent.pause(videoElement() as HTMLVideoElement);
    expect(button('Play the banner')).toBeVisible();
    expect(videoElement()).toHaveProperty('autoplay', true);
    fireEvent.play(videoElement() as HTMLVideoElement);
    expect(button('Pause the banner')).toBeVisible();
  });

  it('is removed with its button when no source can be played, and the picture stays', () => {
    fakeScreen();
    renderBanner(bannerFiles);
    const sources = [...document.querySelectorAll('video source')];
    fireEvent.error(sources[0] as Element);
    expect(videoElement()).toBeInTheDocument();
    fireEvent.error(sources.at(-1) as Element);
    expect(videoElement()).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(pictureSource()).toBe('/wide.webp');
  });

  it('is not loaded with reduced motion or data saving', () => {
    fakeScreen({ still: true });
    renderBanner();
    expect(videoElement()).not.toBeInTheDocument();
    fakeScreen();
    Object.assign(navigator, { connection: { saveData: true } });
    renderBanner();
    expect(videoElement()).not.toBeInTheDocument();
    Object.assign(navigator, { connection: undefined });
  });
});
