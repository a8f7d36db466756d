import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('runs its action', async () => {
  const action = vi.fn();
  render(<Button onClick={action}>Save Changes</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(action).toHaveBeenCalledOnce();
});

it('ignores presses while busy, and keeps the focus', async () => {
  const action = vi.fn();
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" busy onClick={action}>
        Saving...
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Saving...' });
  await userEvent.click(button);
  await userEvent.type(screen.getByRole('textbox'), 'x{Enter}');
  expect(action).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
  button.focus();
  expect(button).toHaveFocus();
});
