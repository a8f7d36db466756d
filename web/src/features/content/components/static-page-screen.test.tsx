import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { fakeBlock, fakePage } from '#/shared/test/content';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { StaticPageScreen } from './static-page-screen';

const pagePath = '*/api/pages/:key';

function openPage(page: ReturnType<typeof fakePage>) {
  server.use(
    http.get(pagePath, ({ params }) =>
      params['key'] === page.key ? HttpResponse.json(page) : refusal(404, 'Page not found'),
    ),
  );
  return renderApp(<StaticPageScreen page={page.key} notFound={<p>no page</p>} />, {
    url: `/${page.key}`,
  });
}

it('shows a legal page with its date and numbered headings', async () => {
  openPage(
    fakePage({
      intro: 'Read with /privacy-policy.',
      sections: [
        fakeBlock({ paragraph: 'Before all.' }),
        fakeBlock({ type: 'section', heading: 'Who', paragraph: 'You.' }),
        fakeBlock({ type: 'section', heading: 'What', paragraph: 'This.' }),
      ],
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
  expect(document.title).toBe('Terms of Use | Colloquy');
  expect(screen.getByText('7 Jul 2025').parentElement).toHaveTextContent('Effective 7 Jul 2025');
  expect(
    within(screen.getByRole('article')).getByRole('link', { name: 'Privacy Policy' }),
  ).toBeVisible();
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['1Who', '2What']);
  expect(screen.getByRole('heading', { name: 'Who' })).toBeVisible();
});

it('numbers no headings on a page without a date', async () => {
  openPage(
    fakePage({
      key: 'about',
      title: 'About Us',
      effective: '',
      sections: [fakeBlock({ type: 'section', heading: 'Who', paragraph: 'You.' })],
    }),
  );
  expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(/^Who$/);
  expect(screen.queryByText(/Effective/)).not.toBeInTheDocument();
});

it('links to the other static pages and marks itself as current', async () => {
  openPage(fakePage());
  const nav = within(await screen.findByRole('navigation', { name: 'Pages' }));
  expect(nav.getAllByRole('link')).toHaveLength(8);
  expect(nav.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('aria-current', 'page');
  expect(nav.getByRole('link', { name: 'Privacy Policy' })).not.toHaveAttribute('aria-current');
  expect(screen.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact-us');
});

it('shows `missing` for an unknown page', async () => {
  server.use(http.get(pagePath, () => refusal(404, 'Page not found')));
  renderApp(<StaticPageScreen page="x" notFound={<p>no page</p>} />);
  expect(await screen.findByText('no page')).toBeVisible();
});
