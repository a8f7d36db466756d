package billing

import (
	"context"
	"encoding/json"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/storage"
)

// exportPageSize is the most rows that Export has in memory at once.
const exportPageSize = 100

// eachOrder calls fn with each order of a user and the reason of its refund, sorted by id.
func (s store) eachOrder(ctx context.Context, userID string, fn func(p Purchase, reason string) error) error {
	for after := ""; ; {
		type row struct {
			Purchase
			reason string
		}
		list, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (o row, err error) {
			o.Purchase, err = scanPurchase(rowWithRefundReason{r, &o.reason})
			return o, err
		}, `SELECT `+purchaseFields+`, refund_reason FROM purchases WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, userID, after, exportPageSize)
		if err != nil {
			return err
		}
		for _, o := range list {
			if err := fn(o.Purchase, o.reason); err != nil {
				return err
			}
			after = o.ID
		}
		if len(list) < exportPageSize {
			return nil
		}
	}
}

// rowWithRefundReason is a row with one more column than scanPurchase reads.
type rowWithRefundReason struct {
	storage.Row
	reason *string
}

// Scan scans the columns of scanPurchase into dest and the additional column into reason.
func (r rowWithRefundReason) Scan(dest ...any) error { return r.Row.Scan(append(dest, r.reason)...) }

// eachInvoice calls fn with each invoice of a user, sorted by number.
func (s store) eachInvoice(ctx context.Context, userID string, fn func(v invoice.Invoice) error) error {
	for after := ""; ; {
		list, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (v invoice.Invoice, err error) {
			var content, buyer string
			if err := r.Scan(&content, &buyer); err != nil {
				return v, err
			}
			if err := json.Unmarshal([]byte(content), &v.Content); err != nil {
				return v, err
			}
			return v, storage.FromJSON(buyer, &v.BilledTo)
		}, `SELECT content, billed_to FROM invoices WHERE purchase_id IN (SELECT id FROM purchases WHERE user_id = $1) AND number > $2 ORDER BY number LIMIT $3`, userID, after, exportPageSize)
		if err != nil {
			return err
		}
		for _, v := range list {
			if err := fn(v); err != nil {
				return err
			}
			after = v.Number
		}
		if len(list) < exportPageSize {
			return nil
		}
	}
}
