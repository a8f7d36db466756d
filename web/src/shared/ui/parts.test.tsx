import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EmptyState } from './empty-state';
import { NameInitial } from './initial';
import { SkeletonRows } from './skeleton-rows';
import { Spinner } from './spinner';

describe('Spinner', () => {
  // rule look-full-screen-wait
  it('says Loading and locks the page’s scroll while mounted', () => {
    const { unmount } = render(<Spinner />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    unmount();
    expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  });

  it('keeps the lock until both of two spinners are unmounted', () => {
    const firstSpinner = render(<Spinner />);
    const secondSpinner = render(<Spinner />);
    firstSpinner.unmount();
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    secondSpinner.unmount();
    expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  });
});

it('SkeletonRows draws as many rows as asked', () => {
  render(<SkeletonRows rows={3} label="Loading chats" />);
  expect(screen.getAllByTestId('skeleton-row')).toHaveLength(3);
  expect(screen.getByRole('status')).toHaveTextContent('Loading chats');
});

it('EmptyState shows title, help and action', () => {
  render(
    <EmptyState
      title="No chats yet"
      help="The page is ruled."
      action={<button type="button">Go</button>}
    />,
  );
  expect(screen.getByText('No chats yet')).toBeVisible();
  expect(screen.getByText('The page is ruled.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Go' })).toBeVisible();
});

it.each([
  ['mirela', 'M'],
  ['  çelik', 'Ç'],
  ['😀 joy', '😀'],
  ['', '?'],
])('Initial of %j is %s', (name, letter) => {
  const { container } = render(<NameInitial name={name} />);
  expect(container.querySelector('.initial')).toHaveAttribute('data-letter', letter);
  expect(container).toHaveTextContent('');
});
