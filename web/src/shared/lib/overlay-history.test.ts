import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enterOverlay } from './overlay-history';

/** What the router does when somebody follows a link. */
function visit(path: string): void {
  const { state } = window.history;
  window.history.pushState({ key: path, idx: (state?.idx ?? 0) + 1 }, '', path);
}

/** Presses Back or Forward, and waits until the browser stands still. */
async function press(step: -1 | 1): Promise<string> {
  const stood = vi.fn();
  const count = () => stood();
  window.addEventListener('popstate', count);
  window.history.go(step);
  let seen = -1;
  await vi.waitUntil(
    () => {
      const still = stood.mock.calls.length > 0 && stood.mock.calls.length === seen;
      seen = stood.mock.calls.length;
      return still;
    },
    { interval: 40 },
  );
  window.removeEventListener('popstate', count);
  return location.pathname;
}

let leave: (() => void)[] = [];

/** An overlay that goes away when it is closed, as components do. */
function overlay() {
  const close = vi.fn(() => gone());
  const gone = enterOverlay(close);
  leave.push(gone);
  return { close, gone };
}

beforeEach(() => {
  visit('/before');
  visit('/page');
});

afterEach(() => {
  for (const gone of leave) gone();
  leave = [];
});

it('closes the overlay by Back and stays on the page; the next Back leaves it', async () => {
  const { close } = overlay();
  expect(location.pathname).toBe('/page');
  expect(await press(-1)).toBe('/page');
  expect(close).toHaveBeenCalledOnce();
  expect(await press(-1)).toBe('/before');
});

it('closes the topmost of two alone', async () => {
  const below = overlay();
  const above = overlay();
  expect(await press(-1)).toBe('/page');
  expect(above.close).toHaveBeenCalledOnce();
  expect(below.close).not.toHaveBeenCalled();
  expect(await press(-1)).toBe('/page');
  expect(below.close).toHaveBeenCalledOnce();
});

it('takes one press to leave a page whose overlay was closed otherwise', async () => {
  overlay().gone();
  expect(await press(-1)).toBe('/before');
});

it('has one entry for overlays that follow each other', async () => {
  overlay().gone();
  const entries = window.history.length;
  overlay();
  expect(window.history.length).toBe(entries);
});

it('is not in the way, back or forth, of who went on from the overlay', async () => {
  overlay().gone();
  visit('/next');
  visit('/after');
  expect(await press(-1)).toBe('/next');
  expect(await press(-1)).toBe('/page');
  expect(window.history.state.overlay).toBeUndefined();
  expect(await press(1)).toBe('/next');
  expect(await press(-1)).toBe('/page');
  expect(await press(-1)).toBe('/before');
});

it('keeps what the router knows of the page', () => {
  const { key, idx } = window.history.state;
  overlay();
  expect(window.history.state).toMatchObject({ key, idx: idx + 1 });
});
