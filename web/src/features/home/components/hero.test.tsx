import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Hero } from './hero';

function picture() {
  const { container } = render(<Hero />);
  const source = container.querySelector('picture > source');
  const image = container.querySelector('picture > img');
  if (!source || !image) throw new Error('a picture with a source and an image expected');
  return { source, image };
}

describe('the banner', () => {
  it('says its words once, above the button', () => {
    render(<Hero />);
    expect(
      screen.getByRole('heading', { level: 1, name: 'Two thousand years of good conversation' }),
    ).toBeVisible();
    expect(screen.getByText(/^Ada Lovelace is explaining engines/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Meet the Characters' })).toBeVisible();
  });

  it('keeps the engraving silent for screen readers', () => {
    const { image } = picture();
    expect(image).toHaveAttribute('alt', '');
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  it('names the room of both sheets, so that nothing moves when they come', () => {
    const { source, image } = picture();
    expect([source.getAttribute('width'), source.getAttribute('height')]).toEqual(['390', '750']);
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1440', '700']);
  });

  it('gives phones the upright sheet and everyone else the wide one', () => {
    const { source, image } = picture();
    expect(source).toHaveAttribute('media', '(max-width: 559px)');
    expect(source).toHaveAttribute('srcset', '/portraits/hero-m.webp');
    expect(image).toHaveAttribute('src', '/portraits/hero.webp');
  });

  it('is fetched first and decoded without holding up the words', () => {
    const { image } = picture();
    expect(image).toHaveAttribute('fetchpriority', 'high');
    expect(image).toHaveAttribute('decoding', 'async');
    expect(image).not.toHaveAttribute('loading');
  });
});
