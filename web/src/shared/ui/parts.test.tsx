import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Coin, Initial } from './coin';
import { EmptyState } from './empty-state';
import { SkeletonRows } from './skeleton-rows';
import { Spinner } from './spinner';
import { StampCard } from './stamp-card';

describe('StampCard', () => {
  const stamp = {
    name: 'Ada Lovelace',
    picture: '/a.webp',
    ink: 'viridian',
    tier: 'FREE',
  } as const;

  // rule catalogue-card
  it('has a CHAT button that names its character', async () => {
    const chat = vi.fn();
    render(<StampCard {...stamp} onChat={chat} />);
    await userEvent.click(screen.getByRole('button', { name: 'CHAT with Ada Lovelace' }));
    expect(chat).toHaveBeenCalledOnce();
    expect(screen.getByText('FREE')).toBeVisible();
  });

  it('has no button without an action, and a still one while busy', async () => {
    const chat = vi.fn();
    const { rerender } = render(<StampCard {...stamp} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    rerender(<StampCard {...stamp} onChat={chat} busy />);
    expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('button')).toHaveFocus();
    expect(chat).not.toHaveBeenCalled();
  });

  it('keeps its picture out of the accessible tree and loads it late', () => {
    const { container } = render(<StampCard {...stamp} />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(container.querySelector('img')).toHaveAttribute('loading', 'lazy');
  });
});

describe('Spinner', () => {
  // rule look-full-screen-wait
  it('says Loading and locks the page while it is there', () => {
    const { unmount } = render(<Spinner />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    unmount();
    expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  });

  it('keeps the lock until the last of two is gone', () => {
    const first = render(<Spinner />);
    const second = render(<Spinner />);
    first.unmount();
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    second.unmount();
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
  const { container } = render(<Initial name={name} />);
  expect(container.querySelector('.initial')).toHaveAttribute('data-letter', letter);
  expect(container).toHaveTextContent('');
});

it('Coin has the asked diameter', () => {
  const { container } = render(<Coin picture="/a-coin.webp" ink="teal" size={44} />);
  expect(container.querySelector('img')).toHaveAttribute('width', '44');
});
