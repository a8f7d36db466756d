import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp } from '#/shared/test/render-app';
import { Link, NavLink } from './link';

const link = () => screen.getByRole('link', { name: 'there' });
/** Clicks the link. True if the default was not prevented, so that a browser would follow it. */
const clickLink = (init: MouseEventInit = {}) => fireEvent.click(link(), init);

it('changes the screen without loading a page', () => {
  const { address } = renderApp(<Link to="/blog?x=1">there</Link>);
  expect(link()).toHaveAttribute('href', '/blog?x=1');
  expect(clickLink()).toBe(false);
  expect(address()).toBe('/blog?x=1');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'leaves a click with %j to the browser',
  (init) => {
    const { address } = renderApp(<Link to="/blog">there</Link>);
    // Otherwise jsdom logs that it cannot navigate.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    clickLink(init);
    expect(address()).toBe('/');
  },
);

it('does not navigate when its onClick prevents the default', () => {
  const { address } = renderApp(
    <Link to="/blog" onClick={(event) => event.preventDefault()}>
      there
    </Link>,
  );
  clickLink();
  expect(address()).toBe('/');
});

it.each(['https://x.example/a', '#explore-characters', 'mailto:a@x.example'])(
  'leaves %s to the browser',
  (to) => {
    const { address } = renderApp(<Link to={to}>there</Link>);
    expect(link()).toHaveAttribute('href', to);
    const onWindowClick = vi.fn((event: Event) => event.defaultPrevented);
    window.addEventListener('click', onWindowClick, { once: true });
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    clickLink();
    expect(onWindowClick).toHaveReturnedWith(false);
    expect(address()).toBe('/');
  },
);

it.each([
  ['/blog', 'page'],
  ['/blog/an-article', 'page'],
  ['/blogs', null],
  ['/', null],
])('in the navigation, at %s, says %s', (url, current) => {
  renderApp(<NavLink to="/blog">there</NavLink>, { url });
  expect(link().getAttribute('aria-current')).toBe(current);
});

it.each(['/tags', '/characters'])(
  'in the navigation, is marked in its further section: %s',
  (url) => {
    renderApp(
      <NavLink to="/characters" secondCurrentPath="/tags">
        there
      </NavLink>,
      { url },
    );
    expect(link()).toHaveAttribute('aria-current', 'page');
  },
);
