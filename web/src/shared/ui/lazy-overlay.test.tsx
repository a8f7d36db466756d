import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { deferred } from '../test/deferred';
import { LazyOverlay } from './lazy-overlay';
import { Toaster } from './toaster';

const Drawer = lazy(() => Promise.resolve({ default: () => <p>the drawer</p> }));
const FailingDrawer = lazy<() => null>(() => Promise.reject(new Error('no such chunk')));

function Page({ isFailing }: { isFailing: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <textarea aria-label="Comment" />
      <button type="button" onClick={() => setOpen(true)}>
        {open ? 'is open' : 'open'}
      </button>
      {open && (
        <LazyOverlay onFail={() => setOpen(false)}>
          {isFailing ? <FailingDrawer /> : <Drawer />}
        </LazyOverlay>
      )}
      <Toaster />
    </>
  );
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

it('shows the fetched overlay', async () => {
  render(<Page isFailing={false} />);
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(await screen.findByText('the drawer')).toBeVisible();
});

it('shows a spinner after 300 ms', async () => {
  vi.useFakeTimers();
  const chunk = deferred<{ default: () => React.JSX.Element }>();
  const SlowDrawer = lazy(() => chunk.promise);
  render(
    <LazyOverlay onFail={() => undefined}>
      <SlowDrawer />
    </LazyOverlay>,
  );
  act(() => vi.advanceTimersByTime(299));
  expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  await act(async () => chunk.resolve({ default: () => <p>the drawer</p> }));
  expect(screen.getByText('the drawer')).toBeVisible();
  expect(screen.queryByText('Loading')).not.toBeInTheDocument();
});

it('shows a toast when fetching fails, and keeps the page with its text', async () => {
  render(<Page isFailing />);
  const textbox = screen.getByRole('textbox');
  await userEvent.type(textbox, 'not yet sent');
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  expect(await screen.findByText(/^This could not be opened\./)).toBeVisible();
  expect(textbox).toHaveValue('not yet sent');
  expect(textbox).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'open' })).toBeVisible();
});
