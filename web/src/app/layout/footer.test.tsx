import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type fakeHome, fakeSection, serveHome } from '#/shared/test/content';
import { renderApp } from '#/shared/test/render-app';
import { Footer } from './footer';

describe('the footer', () => {
  // rule home-footer
  it('has its columns, terms, categories and year', async () => {
    serveHome();
    renderApp(<Footer showsCategories />, { user: null });
    expect(await screen.findByRole('link', { name: 'Royalty' })).toHaveAttribute(
      'href',
      '/characters?categories=Royalty',
    );
    expect(screen.getByText('Be kind.')).toBeVisible();
    expect(screen.getByText('© 2025 Colloquy')).toBeVisible();
    const links = (name: string) =>
      within(screen.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(links('General')).toEqual(['Characters /characters', 'Blog /blog']);
    expect(links('Quick links')).toEqual([
      'User Agreement /user-agreement',
      'Community Guidelines /community-guide',
    ]);
    expect(links('Help & Information')).toEqual([
      'About /about',
      'Contact Us /contact-us',
      'Knowledge Base /knowledge-base',
    ]);
    expect(links('Terms and Policies')).toEqual([
      'Copyright Policy /copyright',
      'Privacy Policy /privacy-policy',
      'Terms & Conditions /terms-of-use',
      'Refund Policy /refund-policy',
    ]);
  });

  it('has no category block where the page is the blog’s', async () => {
    serveHome();
    renderApp(<Footer showsCategories={false} />, { user: null });
    await screen.findByText('Be kind.');
    expect(screen.queryByRole('link', { name: 'Royalty' })).not.toBeInTheDocument();
  });
});

describe('the footer', () => {
  it('has neither categories nor terms while its section is not active', async () => {
    const footer = fakeSection('footer_categories', {
      is_active: 0,
      meta_data: { categories: [{ id: 'a', name: 'Athletes' }], termsContent: ['Be kind.'] },
    });
    serveHome([footer] as ReturnType<typeof fakeHome>);
    const { client } = renderApp(<Footer showsCategories />, { user: null });
    await waitFor(() => expect(client.getQueryData(['footer'])).toBeDefined());
    expect(screen.queryByText('Be kind.')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Athletes' })).not.toBeInTheDocument();
    expect(screen.getByText('© 2025 Colloquy')).toBeVisible();
  });
});
