import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { useBackCloses } from '#/shared/hooks/use-back-closes';
import { OverlayHistory } from '#/shared/ui/overlay-history';
import { PageScroll } from './page-scroll';

type To = [to: string | number, replace?: boolean];

function Steer({ to }: { to: To }) {
  const navigate = useNavigate();
  const [where, replace = false] = to;
  const go = () =>
    typeof where === 'number' ? void navigate(where) : void navigate(where, { replace });
  return <button type="button" onClick={go}>{`${where} ${replace}`}</button>;
}

const scrolled = vi.fn();

function openAt(address: string, ...ways: To[]) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <PageScroll />
      <main id="main" tabIndex={-1}>
        {ways.map((to) => (
          <Steer key={String(to)} to={to} />
        ))}
      </main>
    </MemoryRouter>,
  );
}

function press(...[where, replace = false]: To) {
  fireEvent.click(screen.getByRole('button', { name: `${where} ${replace}` }));
}

function scrollTo(y: number) {
  vi.stubGlobal('scrollY', y);
  fireEvent.scroll(window);
}

beforeEach(() => {
  window.history.replaceState(null, '');
  scrolled.mockReset();
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
    scrolled(top);
    vi.stubGlobal('scrollY', top);
  });
  vi.stubGlobal('scrollY', 0);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
});

it.each([
  ['another path', '/blog'],
  ['another query', '/tags?tagName=poetry'],
])('starts at the top of %s and gives it the focus', (_, to) => {
  openAt('/tags?tagName=war', [to]);
  scrollTo(600);
  press(to);
  expect(scrolled).toHaveBeenCalledWith(0);
  expect(screen.getByRole('main')).toHaveFocus();
});

// rule look-scroll-top
it('restores the scroll position of each history entry on Back and Forward', () => {
  openAt('/characters', ['/blog'], [-1], [1]);
  scrollTo(2400);
  press('/blog');
  scrollTo(700);
  scrolled.mockReset();
  press(-1);
  expect(scrolled.mock.calls).toEqual([[2400]]);
  press(1);
  expect(scrolled).toHaveBeenLastCalledWith(700);
});

it('restores the position when the page has grown tall enough, unless the user scrolls first', () => {
  const height = vi.spyOn(document.documentElement, 'scrollHeight', 'get');
  let resized = () => undefined as unknown;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => unknown) {
        resized = callback;
      }
      observe() {}
      disconnect() {
        resized = () => undefined;
      }
    },
  );
  openAt('/characters', ['/blog'], [-1], [1]);
  scrollTo(2400);
  press('/blog');
  scrolled.mockReset();
  height.mockReturnValue(800);
  press(-1);
  expect(scrolled).not.toHaveBeenCalled();
  height.mockReturnValue(5000);
  act(() => void resized());
  expect(scrolled.mock.calls).toEqual([[2400]]);
  press(1);
  press(-1);
  fireEvent.wheel(window);
  scrollTo(90);
  scrolled.mockReset();
  act(() => void resized());
  expect(scrolled).not.toHaveBeenCalled();
});

it('stores the scroll position when the tab is reloaded', () => {
  openAt('/characters');
  scrollTo(1234);
  fireEvent(window, new Event('pagehide'));
  expect(sessionStorage.getItem('entries')).toContain('"y":1234');
});

it('does not scroll when an overlay opens and when Back closes it', async () => {
  const close = vi.fn();
  function Overlay() {
    useBackCloses(close);
    return <p role="dialog">{JSON.stringify(useLocation().state)}</p>;
  }
  render(
    <MemoryRouter initialEntries={['/before', '/characters']} initialIndex={1}>
      <PageScroll />
      <OverlayHistory />
      <main id="main" tabIndex={-1} />
      <Overlay />
      <Steer to={[-1]} />
    </MemoryRouter>,
  );
  expect(await screen.findByText(/"overlay":1/)).toBeVisible();
  scrollTo(2400);
  press(-1);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(scrolled).not.toHaveBeenCalled();
  expect(screen.getByRole('main')).not.toHaveFocus();
});
