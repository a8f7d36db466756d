import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#/shared/api/types';
import { formatLocalTime } from '#/shared/format/format-local-time';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { AccountScreen } from '../../components/account-screen';
import { fakeOrder } from '../../test/fake-order';

/** Stubs the click on a download link. Each click appends the name of the file to the returned list. */
function recordSavedFiles() {
  const createUrl = vi.fn((_: Blob) => 'blob:file');
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: createUrl, revokeObjectURL: vi.fn() }),
  );
  const savedNames: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    savedNames.push(this.download);
  });
  return savedNames;
}

/** Serves orders in pages of the requested size. */
function serveOrders(orders: Order[]): void {
  server.use(
    http.get('*/api/purchase/orders', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [from, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))];
      const next = from + limit;
      return HttpResponse.json({
        success: true,
        data: orders.slice(from, next),
        nextCursor: next < orders.length ? String(next) : '',
        total: orders.length,
      });
    }),
  );
}

function openPayments() {
  const me = fakeUser();
  return renderApp(<AccountScreen user={me} section="payments" />, { user: me });
}

async function openDetails(order: Order) {
  serveOrders([order]);
  const view = openPayments();
  await view.user.click(await screen.findByRole('button', { name: /^View Details/ }));
  const dialog = await screen.findByRole('dialog', { name: order.plan_name });
  return { ...view, dialog: within(dialog) };
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

// Loads the module before the tests, so that the first test of the dialog does not wait for it.
beforeAll(() => import('./payment-dialog'));

beforeEach(() => setDesktop(true));

describe('the list', () => {
  // rules account-payments, account-payment-status, payment-amount
  it('is a table with a row for each payment', async () => {
    serveOrders([
      fakeOrder('a', { amount: '1024.5', payment_status: 'partially_refunded' }),
      fakeOrder('b', {
        plan_name: 'Unlock Full Access',
        character_name: null,
        payment_status: 'failed',
        invoice_number: null,
        plan_details: { billing_cycle: '', description: '' },
      }),
    ]);
    openPayments();
    const [first, second] = (await screen.findAllByRole('row')).slice(1);
    expect(first).toHaveTextContent(
      /Unlock Character.*Cleopatra VII.*Partially refunded.*14 Mar 2025.*COL-2026-000123.*Monthly.*\$1,024\.50.*View Details/,
    );
    expect(second).toHaveTextContent(/Unlock Full Access.*Failed.*None.*N\/A/);
    expect(within(second as HTMLElement).getByText('Failed')).toHaveClass('account-status--bad');
    expect(screen.getByText('2 transactions')).toBeVisible();
  });

  // rule account-payments
  it('is a list of blocks on a phone', async () => {
    setDesktop(false);
    serveOrders([fakeOrder('a')]);
    openPayments();
    const list = await screen.findByRole('list', { name: 'Payments' });
    expect(list).toHaveTextContent(
      'Unlock CharacterCleopatra VII$1.00PaidMonthly14 Mar 2025, COL-2026-000123View Details',
    );
    expect(screen.getByText('1 transaction')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  // rule account-payments
  it('loads older payments and moves the focus to the first of them', async () => {
    serveOrders(Array.from({ length: 25 }, (_, n) => fakeOrder(`o${n}`)));
    const { user } = openPayments();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(26));
    expect(screen.getAllByRole('button', { name: /^View Details/ })[20]).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(screen.getByText('25 transactions')).toBeVisible();
  });

  // rule account-payments
  it('says that there are none', async () => {
    serveOrders([]);
    openPayments();
    expect(await screen.findByText('No payments found')).toBeVisible();
    expect(screen.getByText("You haven't made any payments yet.")).toBeVisible();
  });

  // rule account-payments
  it('says that it could not be fetched, and tries again', async () => {
    server.use(http.get('*/api/purchase/orders', () => refusal(503, 'down'), { once: true }));
    const { user } = openPayments();
    expect(await screen.findByText('Your payments could not be fetched.')).toBeVisible();
    serveOrders([fakeOrder('a')]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });
});

describe('the details', () => {
  // rule account-payment-details
  it('have every fact of a payment', async () => {
    const order = fakeOrder('a', {
      refunded: '0.50',
      updated_at: '2025-03-14T12:01:00Z',
      plan_details: { billing_cycle: 'monthly', description: '', discount_percentage: 20 },
    });
    const { dialog, user } = await openDetails(order);
    expect(dialog.getByText('Total amount').previousSibling).toHaveTextContent('$1.00');
    expect(dialog.getByText('Paid')).toHaveClass('account-status--good');
    for (const [name, value] of [
      ['Access', 'Active'],
      ['Billing cycle', 'Monthly'],
      ['Discount', '20% OFF'],
      ['Character ID', '21 (Cleopatra VII)'],
      ['Order ID', 'order_a'],
      ['Payment ID', 'pay_a'],
      ['Invoice number', 'COL-2026-000123'],
      ['Refunded', '$0.50'],
      ['Created', formatLocalTime(order.created_at)],
      ['Last updated', formatLocalTime(order.updated_at)],
      ['Expires', '13 Apr 2025'],
    ] as const) {
      expect(dialog.getByText(name).nextSibling).toHaveTextContent(value);
    }
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: /^View Details/ })).toHaveFocus();
  });

  // rules account-payment-details, account-payment-invoice
  it('leave out what a payment does not have', async () => {
    const { dialog } = await openDetails(
      fakeOrder('a', {
        payment_status: 'pending',
        status: 'pending',
        payment_id: null,
        invoice_number: null,
        character_id: null,
        character_name: null,
        expiry_at: null,
        plan_details: { billing_cycle: '', description: '' },
      }),
    );
    expect(dialog.getByText('Billing cycle').nextSibling).toHaveTextContent('N/A');
    for (const name of ['Discount', 'Character ID', 'Refunded', 'Last updated', 'Expires']) {
      expect(dialog.queryByText(name)).toBeNull();
    }
    const invoiceButton = dialog.getByRole('button', { name: 'Download Invoice' });
    expect(invoiceButton).toHaveAttribute('aria-disabled', 'true');
    expect(invoiceButton).toHaveAccessibleDescription(
      'There is no invoice, because nothing was paid.',
    );
    expect(dialog.queryByRole('button', { name: 'Request a refund' })).toBeNull();
  });

  // rule account-payment-invoice
  it('save the invoice as a file', async () => {
    server.use(
      http.get('*/api/purchase/invoice/COL-2026-000123', () =>
        HttpResponse.text('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }),
      ),
    );
    const savedFiles = recordSavedFiles();
    const { dialog, user } = await openDetails(fakeOrder('a'));
    await user.click(dialog.getByRole('button', { name: 'Download Invoice' }));
    await waitFor(() => expect(savedFiles).toEqual(['invoice-COL-2026-000123.pdf']));
  });

  // rule account-payment-invoice
  it.each([
    [refusal(429, 'Slow down.'), 'Slow down.'],
    [HttpResponse.error(), 'The invoice could not be fetched. Please try again.'],
  ])('say why the invoice was not fetched', async (answer, text) => {
    const savedFiles = recordSavedFiles();
    server.use(http.get('*/api/purchase/invoice/:id', () => answer));
    const { dialog, user } = await openDetails(fakeOrder('a'));
    await user.click(dialog.getByRole('button', { name: 'Download Invoice' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(savedFiles).toEqual([]);
  });
});

describe('a refund', () => {
  async function openRefund() {
    const view = await openDetails(fakeOrder('a', { refund_until: tomorrow() }));
    await view.user.click(view.dialog.getByRole('button', { name: 'Request a refund' }));
    return view;
  }

  // rule account-payment-refund
  it('says what ends, and is asked for with the reason', async () => {
    const refundBodies: unknown[] = [];
    server.use(
      http.post('*/api/purchase/refund', async ({ request }) => {
        refundBodies.push(await request.json());
        const refundedOrder = fakeOrder('a', { payment_status: 'refunded', status: 'refunded' });
        serveOrders([refundedOrder]);
        return HttpResponse.json({ success: true, data: refundedOrder });
      }),
    );
    const { user, dialog } = await openRefund();
    expect(dialog.getByText('The access that this purchase opened ends at once.')).toBeVisible();
    expect(
      dialog.getByText('Your conversations stay, and you can go on reading them.'),
    ).toBeVisible();
    expect(
      dialog.getByText('$1.00 goes back the way it came, within 7 business days.'),
    ).toBeVisible();
    const reasonField = dialog.getByRole('textbox', { name: 'Reason' });
    expect(reasonField).toHaveFocus();
    await user.type(reasonField, ' She was away. ');
    await user.click(dialog.getByRole('button', { name: 'Refund $1.00' }));
    expect(await screen.findByText('Your refund is on its way.')).toBeVisible();
    expect(refundBodies).toEqual([{ orderId: 'a', reason: 'She was away.' }]);
    expect(dialog.getAllByText('Refunded')[0]).toHaveClass('account-status--mute');
    expect(dialog.queryByRole('button', { name: 'Request a refund' })).toBeNull();
    expect(dialog.getAllByRole('button', { name: 'Close' })[0]).toHaveFocus();
  });

  // rule account-payment-refund
  it('shows why it was refused, with a link, and keeps the reason', async () => {
    const text = 'A purchase can be refunded within 3 days. Write to us at /contact-us.';
    server.use(http.post('*/api/purchase/refund', () => refusal(409, text, 'not_refundable')));
    const { user, dialog } = await openRefund();
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await user.type(reason, 'No');
    await user.click(dialog.getByRole('button', { name: 'Refund $1.00' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'A purchase can be refunded within 3 days. Write to us at Contact Us.',
    );
    expect(dialog.getByRole('link', { name: 'Contact Us' })).toBeVisible();
    expect(reason).toHaveValue('No');
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    expect(dialog.getByRole('button', { name: 'Request a refund' })).toHaveFocus();
  });

  // rule account-payment-refund
  it('takes no longer reason than the server', async () => {
    const { user, dialog } = await openRefund();
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await user.click(reason);
    await user.paste('x'.repeat(1001));
    expect(dialog.getByText('1001 / 1000')).toBeVisible();
    expect(reason).toBeInvalid();
    expect(dialog.getByRole('button', { name: 'Refund $1.00' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  // rule account-payment-refund
  it('is not offered once its time is over', async () => {
    const { dialog } = await openDetails(fakeOrder('a', { refund_until: '2025-03-17T12:00:00Z' }));
    expect(dialog.queryByRole('button', { name: 'Request a refund' })).toBeNull();
  });
});
