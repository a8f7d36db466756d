import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ErrorBoundary } from 'react-error-boundary';
import { expect, it, vi } from 'vitest';
import { AppError, PageError } from './error-page';

it('lets a broken page try again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let isBroken = true;
  function Page() {
    if (isBroken) throw new Error('boom');
    return <p>well</p>;
  }
  render(
    <ErrorBoundary FallbackComponent={PageError}>
      <Page />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This page broke off');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('well')).toBeVisible();
});

it('offers a fresh start when everything failed', () => {
  render(<AppError />);
  expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/');
});
