import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Menu, MenuItem } from './menu';

function renderMenu() {
  const onLeave = vi.fn();
  render(
    <>
      <Menu label="mirela: user menu" trigger="mirela">
        <p>mirela@postbox.example</p>
        <MenuItem onClick={onLeave}>Sign out</MenuItem>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
  return { leave: onLeave, button: screen.getByRole('button', { name: 'mirela: user menu' }) };
}

const item = () => screen.queryByRole('button', { name: 'Sign out' });

describe('Menu', () => {
  it('opens and closes with its button, whose aria-expanded follows', async () => {
    const { button } = renderMenu();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(item()).toBeVisible();
    await userEvent.click(button);
    expect(item()).not.toBeInTheDocument();
  });

  it('runs the chosen item and closes', async () => {
    const { button, leave } = renderMenu();
    await userEvent.click(button);
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(leave).toHaveBeenCalledOnce();
    expect(item()).not.toBeInTheDocument();
  });

  it('focuses its button after a choice', async () => {
    const { button } = renderMenu();
    await userEvent.click(button);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(item()).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('stays open when its text is clicked', async () => {
    const { button } = renderMenu();
    await userEvent.click(button);
    await userEvent.click(screen.getByText('mirela@postbox.example'));
    expect(item()).toBeVisible();
  });

  it('closes on Escape and returns the focus', async () => {
    const { button } = renderMenu();
    await userEvent.click(button);
    await userEvent.tab();
    expect(item()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(item()).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('closes when a pointer or the focus goes elsewhere', async () => {
    const { button } = renderMenu();
    await userEvent.click(button);
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(item()).not.toBeInTheDocument();
    await userEvent.click(button);
    await userEvent.tab();
    await userEvent.tab();
    expect(item()).not.toBeInTheDocument();
  });
});
