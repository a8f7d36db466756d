import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toast } from './toast';
import { Toaster } from './toaster';

function showAll(show: () => void) {
  vi.useFakeTimers();
  render(<Toaster />);
  act(show);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('Toaster', () => {
  it('announces success as status and failure as alert', () => {
    showAll(() => {
      toast.success('Logged in successfully!');
      toast.error('Login failed');
    });
    expect(screen.getByRole('status')).toHaveTextContent('Logged in successfully!');
    expect(screen.getByRole('alert')).toHaveTextContent('Login failed');
  });

  it.each([
    ['success', 2000],
    ['error', 4000],
    ['blank', 4000],
  ] as const)('%s stays %d ms', (kind, duration) => {
    showAll(() => {
      if (kind === 'blank') toast('Copied');
      else toast[kind]('Copied');
    });
    pass(duration - 1);
    expect(screen.getByText('Copied')).toBeVisible();
    pass(2);
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });

  it('keeps a loading toast until it is dismissed', () => {
    showAll(() => toast.loading('Working', { id: 'work' }));
    pass(600_000);
    expect(screen.getByText('Working')).toBeVisible();
    act(() => toast.dismiss('work'));
    expect(screen.queryByText('Working')).not.toBeInTheDocument();
  });

  it('shows the newest four on top and the rest when room is made', () => {
    showAll(() => {
      for (let count = 1; count <= 6; count += 1)
        toast.loading(`toast ${count}`, { id: `${count}` });
    });
    const shown = () => screen.getAllByRole('status').map((slab) => slab.textContent);
    expect(shown()).toEqual(['toast 6', 'toast 5', 'toast 4', 'toast 3']);
    act(() => toast.dismiss('6'));
    expect(shown()).toEqual(['toast 5', 'toast 4', 'toast 3', 'toast 2']);
  });
});
