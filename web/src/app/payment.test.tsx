import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { PayButton } from '#/features/payment';
import { usePaymentStore } from '#/features/payment/model/payment-store';
import { readPayment } from '#/features/payment/model/remembered-payment';
import { cleopatra, fakePayment, fakePaymentAnswer } from '#/features/payment/test/fake-payment';
import { deferred } from '#/shared/test/deferred';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { ModalHost } from './modal-host';

const payCallbacks = { onSuccess: vi.fn(), onFailure: vi.fn() };

function renderPayButton(user: ReturnType<typeof fakeUser> | null = fakeUser(), planId: 1 | 2 = 2) {
  const view = renderApp(
    <>
      <PayButton planId={planId} character={cleopatra} {...payCallbacks} />
      <ModalHost />
    </>,
    { user },
  );
  // After a payment the app refetches the home page with `prefetchQuery`. The fake server of the tests does
  // not answer that call.
  vi.spyOn(view.client, 'prefetchQuery').mockResolvedValue();
  return view;
}

const findButton = (name = 'Unlock Full Access') => screen.findByRole('button', { name });
const findTestWindow = () => screen.findByRole('dialog', { name: 'Test payment: no money moves' });
const failureReason = () =>
  (payCallbacks.onFailure.mock.calls[0]?.[0] as Error | undefined)?.message;
const expectIdle = () => expect(usePaymentStore.getState().runningRequest).toBeNull();

beforeEach(() => {
  payCallbacks.onSuccess.mockReset();
  payCallbacks.onFailure.mockReset();
  usePaymentStore.setState({ runningRequest: null, window: null, paidOrder: null });
  useModalStore.setState({ modal: null, afterLogin: null, goal: null });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

// An open payment window would hold the page (shared/browser/page-hold.ts) in the next tests.
afterEach(async () => {
  const { window: opened } = usePaymentStore.getState();
  if (opened !== null && opened !== 'provider') opened.close();
  await waitFor(expectIdle);
});

describe('a payment', () => {
  // rules payment-button, payment-flow, payment-success
  it('is processed, paid, verified and shown', async () => {
    const orderResponse = deferred<Response>();
    const fake = fakePayment();
    const defaultOrderAnswer = fake.answerOrderCreation;
    fake.answerOrderCreation = () => orderResponse.promise;
    const { user } = renderPayButton();
    await user.click(await findButton());
    const processingButton = await findButton('Processing...');
    expect(processingButton).toHaveAttribute('aria-disabled', 'true');
    await user.click(processingButton);
    orderResponse.resolve(await defaultOrderAnswer());
    await user.click(
      within(await findTestWindow()).getByRole('button', { name: 'Pay, and succeed' }),
    );
    expect(await screen.findByText('Payment successful!')).toBeVisible();
    expect(await screen.findByRole('dialog', { name: 'Payment Successful!' })).toBeVisible();
    expect(fake.orderBodies).toEqual([{ planId: 2, characterId: 'cleopatra' }]);
    expect(fake.sandboxBodies).toEqual([{ orderId: 'order_1', outcome: 'success' }]);
    expect(fake.verificationBodies).toEqual([fakePaymentAnswer]);
    expect(payCallbacks.onSuccess).toHaveBeenCalledTimes(1);
    expect(payCallbacks.onFailure).not.toHaveBeenCalled();
    expect(readPayment()).toBeNull();
    expectIdle();
  });

  // rule payment-button
  it('disables the other payment buttons while it runs', async () => {
    fakePayment();
    const { user } = renderApp(
      <>
        <PayButton planId={1} character={cleopatra} />
        <PayButton planId={2} character={cleopatra} />
        <ModalHost />
      </>,
      { user: fakeUser() },
    );
    const otherButton = await findButton('Unlock Character');
    await user.click(await findButton());
    await findTestWindow();
    expect(otherButton).toHaveAttribute('aria-disabled', 'true');
    expect(otherButton).toHaveTextContent('Unlock Character');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(otherButton).not.toHaveAttribute('aria-disabled'));
  });

  // rule payment-button
  it('is labelled with the name of its plan, and with a fixed text without it', async () => {
    const fake = fakePayment();
    renderPayButton(fakeUser(), 1).unmount();
    renderPayButton(fakeUser(), 1);
    expect(await findButton('Unlock Character')).toBeVisible();
    fake.answerPlan = () => refusal(500, 'x');
    renderPayButton(fakeUser(), 2);
    expect(await findButton()).toBeVisible();
  });

  // rules payment-failure, payment-sandbox-window
  it.each([
    ['Pay, and fail', 'Payment failed or cancelled.', false],
    ['Close without paying', 'Payment cancelled by user', true],
    ['Close', 'Payment cancelled by user', true],
  ])('ends with %s', async (press, message, isFollowed) => {
    const fake = fakePayment();
    const { user } = renderPayButton();
    await user.click(await findButton());
    await user.click(within(await findTestWindow()).getByRole('button', { name: press }));
    expect(await screen.findByText('Payment failed or cancelled.')).toBeVisible();
    expect(failureReason()).toBe(message);
    expect(fake.verificationBodies).toEqual([]);
    expect(payCallbacks.onSuccess).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await findButton()).not.toHaveAttribute('aria-disabled');
    expect(readPayment() !== null).toBe(isFollowed);
    expectIdle();
  });

  it('ends also for a button without callbacks', async () => {
    fakePayment();
    const { user } = renderApp(
      <>
        <PayButton planId={2} character={cleopatra} />
        <ModalHost />
      </>,
      { user: fakeUser() },
    );
    await user.click(await findButton());
    await user.click(
      within(await findTestWindow()).getByRole('button', { name: 'Close without paying' }),
    );
    expect(await screen.findByText('Payment failed or cancelled.')).toBeVisible();
    expectIdle();
  });

  // rule payment-sandbox-window
  it('is dismissed by Escape', async () => {
    fakePayment();
    const { user } = renderPayButton();
    await user.click(await findButton());
    await findTestWindow();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(failureReason()).toBe('Payment cancelled by user'));
  });

  // rule payment-sandbox-window
  it('stays open while the sandbox does not answer', async () => {
    const fake = fakePayment({ answerSandboxPayment: () => HttpResponse.error() });
    const { user } = renderPayButton();
    await user.click(await findButton());
    const dialog = within(await findTestWindow());
    await user.click(dialog.getByRole('button', { name: 'Pay, and succeed' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/cannot be reached/);
    fake.answerSandboxPayment = () => HttpResponse.json(fakePaymentAnswer);
    await user.click(dialog.getByRole('button', { name: 'Pay, and succeed' }));
    expect(await screen.findByText('Payment successful!')).toBeVisible();
  });
});

describe('a refused order', () => {
  // rule payment-refused-order
  it.each([
    [503, 'Payment does not work at the moment.', 'Payment does not work at the moment.'],
    [429, 'Slow down', 'That was a lot at once. Please wait a moment, then try again.'],
    [404, 'There is no such plan.', 'There is no such plan.'],
    [500, '', 'Payment does not work at the moment, and nothing was charged. Try again later.'],
  ])('of %d ends with a reason', async (status, message, shown) => {
    fakePayment({ answerOrderCreation: () => refusal(status, message) });
    const { user } = renderPayButton();
    await user.click(await findButton());
    expect(await screen.findByText(`Payment failed or cancelled. ${shown}`)).toBeVisible();
    expect(failureReason()).toBe('Order creation failed');
    expectIdle();
  });

  // rule payment-refused-order
  it('is named when the server is not reached', async () => {
    fakePayment({ answerOrderCreation: () => HttpResponse.error() });
    const { user } = renderPayButton();
    await user.click(await findButton());
    expect(
      await screen.findByText(/^Payment failed or cancelled\. The server cannot/),
    ).toBeVisible();
    expectIdle();
  });

  // rule payment-refused-order
  it('for a character that is open already fetches everything again and says so', async () => {
    fakePayment({
      answerOrderCreation: () => refusal(409, 'Cleopatra VII is open for you already.'),
    });
    const { user, client } = renderPayButton();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    await user.click(await findButton());
    expect(await screen.findByText('Cleopatra VII is open for you already.')).toBeVisible();
    expect(invalidate).toHaveBeenCalledTimes(1);
    expect(payCallbacks.onFailure).toHaveBeenCalledTimes(1);
  });

  // rule payment-refused-order
  it('of an ended login opens the login modal, and the payment starts again after it', async () => {
    const fake = fakePayment();
    const defaultOrderAnswer = fake.answerOrderCreation;
    fake.answerOrderCreation = () => refusal(401, 'Not signed in');
    const { user } = renderPayButton();
    await user.click(await findButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(screen.getByText(/Your login has ended/)).toBeInTheDocument();
    expectIdle();
    fake.answerOrderCreation = defaultOrderAnswer;
    const { afterLogin: after } = useModalStore.getState();
    act(() => useModalStore.setState({ modal: null, afterLogin: null }));
    after?.();
    expect(await findTestWindow()).toBeVisible();
  });

  // rule payment-missing-details
  it.each([['has no id', () => HttpResponse.json({}, { status: 201 }), 'Order creation failed']])(
    'that %s fails',
    async (_, order, message) => {
      fakePayment({ answerOrderCreation: order });
      const { user } = renderPayButton();
      await user.click(await findButton());
      await waitFor(() => expect(failureReason()).toBe(message));
      expect(await screen.findByText('Payment failed or cancelled.')).toBeVisible();
    },
  );

  // rule payment-missing-details
  it('is not made without the amount of the plan', async () => {
    const planWithoutAmount = { id: 2, plan_name: '', amount: '', currency: '', meta_data: '' };
    const fake = fakePayment({ answerPlan: () => HttpResponse.json({ data: planWithoutAmount }) });
    const { user } = renderPayButton();
    await user.click(await findButton());
    expect(await screen.findByText('Missing required payment details')).toBeVisible();
    expect(failureReason()).toBe('Missing required payment details');
    expect(fake.orderBodies).toEqual([]);
  });

  // rule payment-missing-details
  it('is not made without a character', async () => {
    const fake = fakePayment();
    const { user } = renderApp(
      <PayButton planId={2} character={{ ...cleopatra, slug: '' }} {...payCallbacks} />,
      { user: fakeUser() },
    );
    await user.click(await findButton());
    expect(await screen.findByText('Missing required payment details')).toBeVisible();
    expect(fake.orderBodies).toEqual([]);
  });
});

describe('a visitor', () => {
  // rule payment-login-first
  it('logs in first, and the payment starts once after the login', async () => {
    const fake = fakePayment();
    const { user } = renderPayButton(null);
    await user.click(await findButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(useModalStore.getState().goal).toMatchObject({ aim: 'unlock', character: cleopatra });
    expect(fake.orderBodies).toEqual([]);
    const { afterLogin: after } = useModalStore.getState();
    act(() => useModalStore.setState({ modal: null, afterLogin: null }));
    for (const start of [after, after]) start?.();
    await findTestWindow();
    expect(fake.orderBodies).toHaveLength(1);
  });
});

describe('the verification', () => {
  // rule payment-verify-flow
  it('that is refused is a failed payment', async () => {
    fakePayment({ answerVerification: () => refusal(400, 'Payment verification failed') });
    const { user } = renderPayButton();
    await user.click(await findButton());
    await user.click(
      within(await findTestWindow()).getByRole('button', { name: 'Pay, and succeed' }),
    );
    expect(await screen.findByText('Payment failed or cancelled.')).toBeVisible();
    expect(failureReason()).toBe('Payment verification failed');
    expect(readPayment()).toBeNull();
    expectIdle();
  });

  // rule payment-verify-flow
  it('of an ended login keeps the payment for the next one', async () => {
    fakePayment({ answerVerification: () => refusal(401, 'Not signed in') });
    const { user } = renderPayButton();
    await user.click(await findButton());
    await user.click(
      within(await findTestWindow()).getByRole('button', { name: 'Pay, and succeed' }),
    );
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(readPayment()).toMatchObject({ orderId: 'order_1', answer: fakePaymentAnswer });
  });
});
