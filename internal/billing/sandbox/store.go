package sandbox

import (
	"context"
	"errors"
	"regexp"
	"time"

	"colloquy/internal/billing/provider"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

var (
	errRefundTooLarge = errors.New("sandbox: the payment is not captured, or less than that is left of it")
	errRefundKeyTaken = errors.New("sandbox: another refund has the key")
)

const paymentColumns = `payment_id, order_id, amount, currency, status, refunded`

func scanPayment(r storage.Row) (provider.Payment, error) {
	var p provider.Payment
	err := r.Scan(&p.ID, &p.OrderID, &p.Price.MinorAmount, &p.Price.Currency, &p.State, &p.RefundedAmount)
	if storage.IsNoRows(err) {
		return p, provider.ErrNoPayment
	}
	if p.State == provider.PaymentCaptured && p.RefundedAmount == p.Price.MinorAmount {
		p.State = provider.PaymentPaidBack
	}
	return p, err
}

func insertPayment(ctx context.Context, tx storage.Querier, p provider.Payment, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO sandbox_payments (payment_id, order_id, amount, currency, status, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		p.ID, p.OrderID, p.Price.MinorAmount, p.Price.Currency, p.State, core.Millis(now))
	return err
}

// idPattern matches valid ids. Ids come from browsers, and PostgreSQL rejects texts that
// contain zero bytes or invalid UTF-8.
var idPattern = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)

func readPayment(ctx context.Context, q storage.Querier, id string) (provider.Payment, error) {
	if !idPattern.MatchString(id) {
		return provider.Payment{}, provider.ErrNoPayment
	}
	return scanPayment(q.QueryRowContext(ctx, `SELECT `+paymentColumns+` FROM sandbox_payments WHERE payment_id = $1`, id))
}

func readPayments(ctx context.Context, q storage.Querier, orderID string) ([]provider.Payment, error) {
	if !idPattern.MatchString(orderID) {
		return nil, provider.ErrNoPayment
	}
	return storage.QueryAll(ctx, q, scanPayment, `SELECT `+paymentColumns+` FROM sandbox_payments WHERE order_id = $1`, orderID)
}

// insertRefund inserts a refund unless its id is stored already, and reports whether it was
// new.
func insertRefund(ctx context.Context, tx storage.Querier, r provider.Refund) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO sandbox_refunds (refund_id, payment_id, amount) VALUES ($1, $2, $3) ON CONFLICT (refund_id) DO NOTHING`,
		r.ID, r.PaymentID, r.Amount.MinorAmount)
	return n == 1, err
}

// checkSameRefund returns errRefundKeyTaken if the stored refund with this id has another
// payment or amount.
func checkSameRefund(ctx context.Context, tx storage.Querier, r provider.Refund) error {
	var paymentID string
	var amount int64
	err := tx.QueryRowContext(ctx, `SELECT payment_id, amount FROM sandbox_refunds WHERE refund_id = $1`, r.ID).Scan(&paymentID, &amount)
	if err == nil && (paymentID != r.PaymentID || amount != r.Amount.MinorAmount) {
		err = errRefundKeyTaken
	}
	return err
}

// addToRefundedAmount adds a refund to the refunded amount of its payment. If the refund is larger
// than the rest of the payment, the error is errRefundTooLarge.
func addToRefundedAmount(ctx context.Context, tx storage.Querier, r provider.Refund) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE sandbox_payments SET refunded = refunded + $1
		WHERE payment_id = $2 AND status = $3 AND refunded + $1 <= amount`, r.Amount.MinorAmount, r.PaymentID, provider.PaymentCaptured)
	if err == nil && n == 0 {
		err = errRefundTooLarge
	}
	return err
}
