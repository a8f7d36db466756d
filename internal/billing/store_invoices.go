package billing

import (
	"context"
	"encoding/json"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// nextInvoiceSerial returns the next invoice number of a year. It locks the row of the year until
// the transaction ends. A rollback frees the number for the next invoice. Rule payment-invoice.
func (store) nextInvoiceSerial(ctx context.Context, tx storage.Querier, year int) (serial int64, err error) {
	err = tx.QueryRowContext(ctx, `INSERT INTO invoice_years (year, last) VALUES ($1, 1)
		ON CONFLICT (year) DO UPDATE SET last = invoice_years.last + 1 RETURNING last`, year).Scan(&serial)
	return serial, err
}

func (store) insertInvoice(ctx context.Context, tx storage.Querier, purchaseID string, year int, serial int64, c invoice.Content, to invoice.BilledTo) error {
	content, err := storage.ToJSON(c)
	if err != nil {
		return err
	}
	buyer := ""
	if to != (invoice.BilledTo{}) {
		if buyer, err = storage.ToJSON(to); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO invoices (number, year, serial, purchase_id, content, billed_to, issued_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		c.Number, year, serial, purchaseID, content, buyer, core.Millis(c.IssuedAt))
	return err
}

// invoiceOf returns an invoice of a user and its order. Only ID and RefundedAmount of the order are
// set. If there is no invoice, the error is errNoInvoice. Rule payment-invoice-pdf.
func (store) invoiceOf(ctx context.Context, q storage.Querier, userID, ref string) (v invoice.Invoice, p Purchase, err error) {
	var content, buyer string
	err = q.QueryRowContext(ctx, `SELECT i.content, i.billed_to, p.id, p.refunded FROM purchases p JOIN invoices i ON i.purchase_id = p.id
		WHERE p.user_id = $1 AND (p.id = $2 OR p.order_id = $2 OR i.number = $2) ORDER BY i.issued_at LIMIT 1`, userID, ref).Scan(&content, &buyer, &p.ID, &p.RefundedAmount)
	if storage.IsNoRows(err) {
		return v, p, errNoInvoice
	}
	if err != nil {
		return v, p, err
	}
	if err = json.Unmarshal([]byte(content), &v.Content); err != nil {
		return v, p, err
	}
	return v, p, storage.FromJSON(buyer, &v.BilledTo)
}

// invoiceRefunds returns the refunds of the payment that paid an order, without failed ones,
// the oldest first.
func (store) invoiceRefunds(ctx context.Context, q storage.Querier, purchaseID, currency string) ([]invoice.Refund, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (invoice.Refund, error) {
		out := invoice.Refund{Amount: money.Money{Currency: currency}}
		var at int64
		err := r.Scan(&out.Amount.MinorAmount, &at)
		out.At = core.FromMillis(at)
		return out, err
	}, `SELECT r.amount, r.created_at FROM purchase_refunds r JOIN purchases p ON p.id = r.purchase_id AND p.payment_id = r.payment_id
		WHERE r.purchase_id = $1 AND r.status <> 'failed' ORDER BY r.created_at, r.refund_id`, purchaseID)
}
