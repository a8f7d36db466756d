import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openLogin, useModalStore } from '#/features/auth';
import { openCharacter, useCharacterModal } from '#/features/character';
import { closePaymentSuccess, usePaymentStore } from '#/features/payment/model/payment-store';
import { cleopatra, fakeOrder } from '#/features/payment/test/fake-payment';
import { fakeHome, serveHome } from '#/shared/test/content';
import { fakeCharacter, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { ModalHost } from './modal-host';

const showPaymentSuccess = () =>
  act(() => usePaymentStore.setState({ paidOrder: { order: fakeOrder(), character: cleopatra } }));

beforeEach(() => {
  act(closePaymentSuccess);
  usePaymentStore.setState({ runningRequest: null, window: null });
  useModalStore.setState({ modal: null });
  useCharacterModal.setState({ character: null });
});

// rules accounts-one-modal, payment-success
it('shows the payment-success modal alone', async () => {
  serveHome();
  renderApp(<ModalHost />, { user: fakeUser() });
  act(() => openCharacter(fakeCharacter({ is_locked: true })));
  showPaymentSuccess();
  expect(await screen.findByRole('dialog', { name: 'Payment Successful!' })).toBeVisible();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(useCharacterModal.getState().character).toBeNull();
  act(() => openLogin());
  expect(await screen.findByRole('dialog', { name: 'Welcome back' })).toBeVisible();
  expect(usePaymentStore.getState().paidOrder).toBeNull();
});

// rule payment-refresh
it('fetches home again after a payment, so that its saved copy shows no old lock', async () => {
  const home = fakeHome();
  localStorage.setItem('web_settings', JSON.stringify(home));
  const homeAfterPayment = home.map((section) => ({ ...section, title: 'open' }));
  serveHome(homeAfterPayment);
  renderApp(<ModalHost />, { user: fakeUser() });
  showPaymentSuccess();
  await vi.waitFor(() => expect(localStorage.getItem('web_settings')).toContain('"open"'));
});

// A modal has a focus trap, which would take the focus from the payment provider's window.
it('draws no modal under the window of a provider', () => {
  renderApp(<ModalHost />, { user: fakeUser() });
  usePaymentStore.setState({ window: 'provider' });
  act(() => openCharacter(fakeCharacter()));
  expect(screen.queryByRole('dialog')).toBeNull();
});
