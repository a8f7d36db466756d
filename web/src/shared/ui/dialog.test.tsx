import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { whenPageFree } from '../browser/page-hold';
import { Dialog, DialogTitle } from './dialog';
import { OverlayHistory } from './overlay-history';
import { toast } from './toast';
import { Toaster } from './toaster';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog onClose={() => setOpen(false)}>
          <DialogTitle>Welcome back</DialogTitle>
          <input aria-label="Email" />
        </Dialog>
      )}
      <Toaster />
    </>
  );
}

async function openDialog() {
  render(
    <BrowserRouter>
      <OverlayHistory />
      <Page />
    </BrowserRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole('dialog', { name: 'Welcome back' });
}

const isScrollLocked = () => document.documentElement.dataset['scrollLocked'] !== undefined;

describe('Dialog', () => {
  it('is named by its title, holds focus and locks the page', async () => {
    const dialog = await openDialog();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
    expect(isScrollLocked()).toBe(true);
    for (let press = 0; press < 4; press += 1) await userEvent.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Back', async () => window.history.back()],
    ['its close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('closes on %s and gives focus and scroll back', async (_, close) => {
    await openDialog();
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus());
    expect(isScrollLocked()).toBe(false);
  });

  it('closes on the scrim', async () => {
    await openDialog();
    const scrim = document.querySelector('.scrim');
    if (!scrim) throw new Error('no scrim');
    await userEvent.setup({ pointerEventsCheck: 0 }).click(scrim);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('stays open when a toast is clicked, and does not hide toasts', async () => {
    await openDialog();
    toast.error('Login failed');
    const toastSlab = await screen.findByText('Login failed');
    expect(toastSlab.closest('[aria-hidden]')).toBeNull();
    await userEvent.setup({ pointerEventsCheck: 0 }).click(toastSlab);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  });

  // rule look-update-waits
  it('holds the page while it is open', async () => {
    vi.useFakeTimers();
    const { unmount } = render(
      <Dialog onClose={() => undefined}>
        <DialogTitle>Welcome back</DialogTitle>
      </Dialog>,
    );
    const reload = vi.fn();
    whenPageFree(reload);
    vi.advanceTimersByTime(60_000);
    expect(reload).not.toHaveBeenCalled();
    unmount();
    vi.advanceTimersByTime(60_000);
    expect(reload).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
