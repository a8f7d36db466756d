import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Coin } from './coin';
import { StampCard } from './stamp-card';

describe('StampCard', () => {
  const stampProps = {
    name: 'Ada Lovelace',
    pictureUrl: '/a.webp',
    ink: 'viridian',
    tier: 'FREE',
  } as const;

  // rule catalogue-card
  it('has a CHAT button that names its character', async () => {
    const onChat = vi.fn();
    render(<StampCard {...stampProps} onChat={onChat} />);
    await userEvent.click(screen.getByRole('button', { name: 'CHAT with Ada Lovelace' }));
    expect(onChat).toHaveBeenCalledOnce();
    expect(screen.getByText('FREE')).toBeVisible();
  });

  it('has no button without an action', () => {
    render(<StampCard {...stampProps} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('hides its picture from screen readers and loads it lazily', () => {
    const { container } = render(<StampCard {...stampProps} />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(container.querySelector('img')).toHaveAttribute('loading', 'lazy');
  });
});

it('Coin has the requested diameter', () => {
  const { container } = render(<Coin pictureUrl="/a-coin.webp" ink="teal" size={44} />);
  expect(container.querySelector('img')).toHaveAttribute('width', '44');
});
