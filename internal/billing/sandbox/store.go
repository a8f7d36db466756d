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
	errTooMuch     = errors.New("sandbox: the payment is not captured, or less than that is left of it")
	errOtherRefund = errors.New("sandbox: another refund has the key")
)

const paymentFields = `payment_id, order_id, amount, currency, status, refunded`

func scanPayment(r storage.Row) (provider.Payment, error) {
	var p provider.Payment
	err := r.Scan(&p.ID, &p.OrderID, &p.Price.Minor, &p.Price.Currency, &p.State, &p.Refunded)
	if storage.IsNoRows(err) {
		return p, provider.ErrNoPayment
	}
	if p.State == provider.PaymentCaptured && p.Refunded == p.Price.Minor {
		p.State = provider.PaymentPaidBack
	}
	return p, err
}

func insertPayment(ctx context.Context, tx storage.Querier, p provider.Payment, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO sandbox_payments (payment_id, order_id, amount, currency, status, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		p.ID, p.OrderID, p.Price.Minor, p.Price.Currency, p.State, core.Millis(now))
	return err
}

// identifier is the form of ids. Browsers send others, and PostgreSQL refuses texts with
// some of their bytes.
var identifier = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)

func readPayment(ctx context.Context, q storage.Querier, id string) (provider.Payment, error) {
	if !identifier.MatchString(id) {
		return provider.Payment{}, provider.ErrNoPayment
	}
	return scanPayment(q.QueryRowContext(ctx, `SELECT `+paymentFields+` FROM sandbox_payments WHERE payment_id = $1`, id))
}

func readPayments(ctx context.Context, q storage.Querier, orderID string) ([]provider.Payment, error) {
	if !identifier.MatchString(orderID) {
		return nil, provider.ErrNoPayment
	}
	return storage.All(ctx, q, scanPayment, `SELECT `+paymentFields+` FROM sandbox_payments WHERE order_id = $1`, orderID)
}

// insertRefund reports whether the refund is a new one.
func insertRefund(ctx context.Context, tx storage.Querier, r provider.Refund) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO sandbox_refunds (refund_id, payment_id, amount) VALUES ($1, $2, $3) ON CONFLICT (refund_id) DO NOTHING`,
		r.ID, r.PaymentID, r.Amount.Minor)
	return n == 1, err
}

// checkRefund returns an error if the stored refund of the same id is another one.
func checkRefund(ctx context.Context, tx storage.Querier, r provider.Refund) error {
	var paymentID string
	var amount int64
	err := tx.QueryRowContext(ctx, `SELECT payment_id, amount FROM sandbox_refunds WHERE refund_id = $1`, r.ID).Scan(&paymentID, &amount)
	if err == nil && (paymentID != r.PaymentID || amount != r.Amount.Minor) {
		err = errOtherRefund
	}
	return err
}

// addRefund takes a refund from its payment. The error is errTooMuch if less is left.
func addRefund(ctx context.Context, tx storage.Querier, r provider.Refund) error {
	n, err := storage.ExecCount(ctx, tx, `UPDATE sandbox_payments SET refunded = refunded + $1
		WHERE payment_id = $2 AND status = $3 AND refunded + $1 <= amount`, r.Amount.Minor, r.PaymentID, provider.PaymentCaptured)
	if err == nil && n == 0 {
		err = errTooMuch
	}
	return err
}
