import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { toggleTheme } from '#/shared/browser/theme';
import { renderApp } from '#/shared/test/render-app';
import { NotFoundPage } from './not-found';

it('links to other pages, and shows the engraving of the theme', () => {
  renderApp(<NotFoundPage />);
  expect(screen.getByRole('heading', { name: 'Nobody speaks on this page' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Meet the Characters' })).toHaveAttribute(
    'href',
    '/characters',
  );
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  expect(document.title).toBe('Page not found | Colloquy');
  const picture = () => document.querySelector('.not-found img')?.getAttribute('src');
  const lightPicture = picture();
  act(() => toggleTheme());
  expect([lightPicture, picture()].toSorted()).toEqual([
    '/portraits/not-found-dark.webp',
    '/portraits/not-found.webp',
  ]);
});
