import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { useBackCloses } from '#/shared/hooks/use-back-closes';
import { OverlayHistory } from '#/shared/ui/overlay-history';
import { PageScroll } from './page-scroll';

type Destination = [to: string | number, replace?: boolean];

function NavigateButton({ to }: { to: Destination }) {
  const navigate = useNavigate();
  const [where, replace = false] = to;
  const navigateToDestination = () =>
    typeof where === 'number' ? void navigate(where) : void navigate(where, { replace });
  return <button type="button" onClick={navigateToDestination}>{`${where} ${replace}`}</button>;
}

const scrolledTo = vi.fn();

function openWithDestinations(address: string, ...ways: Destination[]) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <PageScroll />
      <main id="main" tabIndex={-1}>
        {ways.map((to) => (
          <NavigateButton key={String(to)} to={to} />
        ))}
      </main>
    </MemoryRouter>,
  );
}

function pressDestination(...[where, replace = false]: Destination) {
  fireEvent.click(screen.getByRole('button', { name: `${where} ${replace}` }));
}

function simulateScroll(y: number) {
  vi.stubGlobal('scrollY', y);
  fireEvent.scroll(window);
}

beforeEach(() => {
  window.history.replaceState(null, '');
  scrolledTo.mockReset();
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
    scrolledTo(top);
    vi.stubGlobal('scrollY', top);
  });
  vi.stubGlobal('scrollY', 0);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
});

it.each([
  ['another path', '/blog'],
  ['another query', '/tags?tagName=poetry'],
])('starts at the top of %s and gives it the focus', (_, to) => {
  openWithDestinations('/tags?tagName=war', [to]);
  simulateScroll(600);
  pressDestination(to);
  expect(scrolledTo).toHaveBeenCalledWith(0);
  expect(screen.getByRole('main')).toHaveFocus();
});

// rule look-scroll-top
it('restores the scroll position of each history entry on Back and Forward', () => {
  openWithDestinations('/characters', ['/blog'], [-1], [1]);
  simulateScroll(2400);
  pressDestination('/blog');
  simulateScroll(700);
  scrolledTo.mockReset();
  pressDestination(-1);
  expect(scrolledTo.mock.calls).toEqual([[2400]]);
  pressDestination(1);
  expect(scrolledTo).toHaveBeenLastCalledWith(700);
});

it('restores the position when the page has grown tall enough, unless the user scrolls first', () => {
  const heightSpy = vi.spyOn(document.documentElement, 'scrollHeight', 'get');
  let reportResize = () => undefined as unknown;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => unknown) {
        reportResize = callback;
      }
      observe() {}
      disconnect() {
        reportResize = () => undefined;
      }
    },
  );
  openWithDestinations('/characters', ['/blog'], [-1], [1]);
  simulateScroll(2400);
  pressDestination('/blog');
  scrolledTo.mockReset();
  heightSpy.mockReturnValue(800);
  pressDestination(-1);
  expect(scrolledTo).not.toHaveBeenCalled();
  heightSpy.mockReturnValue(5000);
  act(() => void reportResize());
  expect(scrolledTo.mock.calls).toEqual([[2400]]);
  pressDestination(1);
  pressDestination(-1);
  fireEvent.wheel(window);
  simulateScroll(90);
  scrolledTo.mockReset();
  act(() => void reportResize());
  expect(scrolledTo).not.toHaveBeenCalled();
});

it('stores the scroll position when the tab is reloaded', () => {
  openWithDestinations('/characters');
  simulateScroll(1234);
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
      <NavigateButton to={[-1]} />
    </MemoryRouter>,
  );
  expect(await screen.findByText(/"overlay":1/)).toBeVisible();
  simulateScroll(2400);
  pressDestination(-1);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(scrolledTo).not.toHaveBeenCalled();
  expect(screen.getByRole('main')).not.toHaveFocus();
});
