import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '#/shared/test/render-app';
import { usePaymentStore } from '../model/payment-store';
import { cleopatra, fakeOrder } from '../test/fake-payment';
import { PaymentSuccess } from './payment-success';

function SuccessHost() {
  const details = usePaymentStore((state) => state.paidOrder);
  return details && <PaymentSuccess {...details} ink="plum" />;
}

function openSuccess(order = fakeOrder(), url = '/') {
  usePaymentStore.setState({ paidOrder: { order, character: cleopatra } });
  return renderApp(<SuccessHost />, { url, user: null });
}

const queryDialog = () => screen.queryByRole('dialog', { name: 'Payment Successful!' });

/** The rows of names and values. */
function shownFacts(): string[] {
  const nameElements = [...document.querySelectorAll('dt')];
  return nameElements.map((name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`);
}

function setMotion(reduced: boolean): void {
  const matches = (query: string) => query.includes('reduced-motion') && reduced;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: matches(query) }) as MediaQueryList,
  );
}

beforeEach(() => {
  vi.restoreAllMocks();
  usePaymentStore.setState({ paidOrder: null });
});

// rule payment-success
it('shows what was bought', async () => {
  const { user } = openSuccess();
  expect(screen.getByText(/^Welcome to Premium\. The door is open, and so is every/)).toBeVisible();
  expect(shownFacts()).toEqual([
    'Plan: Unlock Full Access',
    'Amount: $24.00',
    'Status: Active',
    'Activated: 14 Mar 2026',
    'Valid Until: 14 Mar 2027',
    'Order ID: order_1',
    'Payment ID: pay_1',
    'Invoice: COL-2026-000001',
    'Payment status: Paid',
  ]);
  const transaction = screen.getByText('Transaction Details').closest('details');
  expect(transaction).not.toHaveAttribute('open');
  await user.click(screen.getByText('Transaction Details'));
  expect(transaction).toHaveAttribute('open');
});

it('names the character that was opened', () => {
  openSuccess(fakeOrder({ plan_id: 1, invoice_number: null, payment_id: null }));
  expect(screen.getByText('Welcome to Premium. The door of Cleopatra VII is open.')).toBeVisible();
  expect(shownFacts()).toContain('Invoice: none');
});

// rule payment-success-fade
it('closes after a fade of 300 ms', () => {
  vi.useFakeTimers();
  setMotion(false);
  openSuccess();
  act(() =>
    within(queryDialog() ?? document.body)
      .getByText('Close')
      .click(),
  );
  expect(queryDialog()).toHaveClass('success--fading');
  act(() => vi.advanceTimersByTime(299));
  expect(queryDialog()).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(1));
  expect(queryDialog()).toBeNull();
});

// rule payment-success-fade
it('closes at once with reduced motion', () => {
  vi.useFakeTimers();
  setMotion(true);
  openSuccess();
  act(() =>
    within(queryDialog() ?? document.body)
      .getByText('Close')
      .click(),
  );
  act(() => vi.advanceTimersByTime(0));
  expect(queryDialog()).toBeNull();
});

it.each([
  ['/characters', '/chats/cleopatra'],
  ['/chats/cleopatra?x=1', '/chats/cleopatra?x=1'],
])('Lets Talk leads from %s to %s', async (from, to) => {
  const { user, address } = openSuccess(fakeOrder(), from);
  await user.click(screen.getByRole('button', { name: 'Lets Talk' }));
  await vi.waitFor(() => expect(queryDialog()).toBeNull());
  await vi.waitFor(() => expect(address()).toBe(to));
});
