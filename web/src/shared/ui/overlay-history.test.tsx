import { act, cleanup, getConfig, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { useBackCloses } from '../hooks/use-back-closes';
import { useEntryId } from '../hooks/use-entry-state';
import { useNavigate } from '../hooks/use-navigate';
import { Link } from './link';
import { OverlayHistory } from './overlay-history';

type OverlayName = 'below' | 'above';

/** Set by the last render, for the tests to call. */
let navigate: ReturnType<typeof useNavigate>;
let show: (...names: OverlayName[]) => void;
/** Ids of the history entries, in the order in which they were shown. */
let shownEntryIds: string[];

function Overlay({ name, onClose }: { name: OverlayName; onClose: () => void }) {
  useBackCloses(onClose);
  return (
    <div role="dialog" aria-label={name}>
      <Link to="/next">Next</Link>
    </div>
  );
}

function Page() {
  const { pathname } = useLocation();
  const entry = useEntryId();
  const [open, setOpen] = useState<readonly OverlayName[]>([]);
  navigate = useNavigate();
  show = (...names) => setOpen(names);
  if (shownEntryIds.at(-1) !== entry) shownEntryIds.push(entry);
  return (
    <>
      <h1>{pathname}</h1>
      {open.map((name) => (
        <Overlay
          key={name}
          name={name}
          onClose={() => setOpen((now) => now.filter((one) => one !== name))}
        />
      ))}
    </>
  );
}

const renderPage = () =>
  render(
    <BrowserRouter>
      <OverlayHistory />
      <Page />
    </BrowserRouter>,
  );

/** Waits until pending history steps have ended. Not inside `act`, which would also delay effects. */
const waitForHistory = () =>
  getConfig().asyncWrapper(() => new Promise((resolve) => setTimeout(resolve, 60)));

const openOverlays = async (...names: OverlayName[]) => {
  act(() => show(...names));
  await waitForHistory();
};
const goInHistory = async (step: number) => {
  window.history.go(step);
  await waitForHistory();
};
const openDialogNames = () =>
  screen.queryAllByRole('dialog').map((one) => one.getAttribute('aria-label'));

/** Presses Back once and returns the address after it. */
async function addressAfterBack(): Promise<string> {
  await goInHistory(-1);
  return window.location.pathname;
}

beforeEach(async () => {
  shownEntryIds = [];
  window.history.pushState(null, '', '/before');
  renderPage();
  act(() => navigate('/page'));
  await waitForHistory();
});

it('closes the overlay by Back and stays on the page; the next Back leaves the page', async () => {
  await openOverlays('below');
  expect(openDialogNames()).toEqual(['below']);
  expect(await addressAfterBack()).toBe('/page');
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/before');
});

it('leaves the page by a second Back before the next render', async () => {
  await openOverlays('below');
  window.addEventListener('popstate', () => window.history.back(), { once: true, capture: true });
  expect(await addressAfterBack()).toBe('/before');
  expect(openDialogNames()).toEqual([]);
});

it('closes the topmost of two overlays only', async () => {
  await openOverlays('below', 'above');
  expect(await addressAfterBack()).toBe('/page');
  expect(openDialogNames()).toEqual(['below']);
  expect(await addressAfterBack()).toBe('/page');
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/before');
});

it.each([[['below']], [['below', 'above']]] as const)(
  'steps back when %j are closed otherwise, so that one Back leaves the page',
  async (names) => {
    await openOverlays(...names);
    await openOverlays();
    expect(await addressAfterBack()).toBe('/before');
  },
);

it('keeps the id of the page’s entry', async () => {
  const entryIdCountBefore = shownEntryIds.length;
  await openOverlays('below', 'above');
  await openOverlays();
  await openOverlays('below');
  await goInHistory(-1);
  expect(shownEntryIds).toHaveLength(entryIdCountBefore);
});

it('keeps the state of the page’s entry', async () => {
  act(() => navigate('/page', { replace: true, state: { by: 'name' } }));
  await openOverlays('below');
  expect(window.history.state.usr).toMatchObject({ by: 'name', overlay: 1 });
  await openOverlays();
  expect(window.history.state.usr).toEqual({ by: 'name' });
});

it.each([
  ['a link', () => screen.getByRole('link').click()],
  ['a navigation', () => navigate('/next')],
])('replaces the overlay’s entry by %s', async (_, go) => {
  const entryCountBefore = window.history.length;
  await openOverlays('below');
  act(go);
  await waitForHistory();
  expect(window.location.pathname).toBe('/next');
  expect(window.history.length).toBe(entryCountBefore + 1);
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/page');
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/before');
});

it('removes the entries of two overlays on a navigation', async () => {
  const entryCountBefore = window.history.length;
  await openOverlays('below', 'above');
  act(() => navigate('/next'));
  await waitForHistory();
  expect(window.location.pathname).toBe('/next');
  expect(window.history.length).toBe(entryCountBefore + 1);
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/page');
  expect(await addressAfterBack()).toBe('/before');
});

it('navigates from an overlay that closes in the same event', async () => {
  await openOverlays('below');
  act(() => {
    show();
    navigate('/next');
  });
  await waitForHistory();
  expect(window.location.pathname).toBe('/next');
  expect(await addressAfterBack()).toBe('/page');
  expect(await addressAfterBack()).toBe('/before');
});

it('navigates after the step back of a closed overlay', async () => {
  await openOverlays('below');
  act(() => show());
  // The browser makes the step back in a later task, after `navigate`.
  act(() => navigate('/next'));
  expect(window.location.pathname).toBe('/page');
  await waitForHistory();
  expect(window.location.pathname).toBe('/next');
  expect(await addressAfterBack()).toBe('/page');
  expect(await addressAfterBack()).toBe('/before');
});

it.each([
  ['at once', [['above']]],
  ['after a moment without any', [[], ['above']]],
] as const)('keeps one entry when an overlay replaces another %s', async (_, steps) => {
  await openOverlays('below');
  const entryCountBefore = window.history.length;
  for (const names of steps) act(() => show(...names));
  await waitForHistory();
  expect(openDialogNames()).toEqual(['above']);
  expect(window.history.length).toBe(entryCountBefore);
  expect(await addressAfterBack()).toBe('/page');
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/before');
});

it('steps back when Forward shows the entry of a closed overlay', async () => {
  await openOverlays('below');
  await goInHistory(-1);
  await goInHistory(1);
  expect(openDialogNames()).toEqual([]);
  expect(await addressAfterBack()).toBe('/before');
});

it('steps back from the entry of an overlay that a reload has closed', async () => {
  await openOverlays('below');
  cleanup();
  shownEntryIds = [];
  renderPage();
  await waitForHistory();
  expect(openDialogNames()).toEqual([]);
  expect(shownEntryIds).toHaveLength(1);
  expect(await addressAfterBack()).toBe('/before');
});

it('closes the overlay when its navigation leads to the page under it', async () => {
  await openOverlays('below');
  act(() => navigate('/page'));
  await waitFor(() => expect(openDialogNames()).toEqual([]));
  await waitForHistory();
  expect(await addressAfterBack()).toBe('/before');
});

it('replaces the entry of the page under an overlay', async () => {
  await openOverlays('below');
  act(() => navigate('/other', { replace: true }));
  await waitForHistory();
  expect(openDialogNames()).toEqual([]);
  expect(window.location.pathname).toBe('/other');
  expect(await addressAfterBack()).toBe('/before');
});
