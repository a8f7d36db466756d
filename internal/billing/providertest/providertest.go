// Package providertest is the conformance suite of provider.Provider.
package providertest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/core"
)

// Outcome is what happens when the payer pays.
type Outcome string

// The outcomes of a payment.
const (
	Success    Outcome = "success"
	Authorized Outcome = "authorized" // not captured
	Failure    Outcome = "failure"
)

// Subject is a provider under test. Pay pays an order as the payer would. Pay is nil if only a
// person can pay. After a failed payment Pay returns an empty signature. Outcomes has the outcomes
// that Pay can cause. FailRefund makes the bank reject a pending refund. It is nil if refunds
// cannot fail.
type Subject struct {
	Provider   provider.Provider
	Outcomes   []Outcome
	Pay        func(t *testing.T, orderID string, outcome Outcome) (paymentID, signature string)
	FailRefund func(t *testing.T, refundID string)
}

func (s Subject) canCause(o Outcome) bool { return s.Pay != nil && slices.Contains(s.Outcomes, o) }

var orderPrice = money.Money{MinorAmount: 2400, Currency: "USD"}

// Run runs the suite. It calls newSubject once, and uses a new receipt for each order.
func Run(t *testing.T, newSubject func(t *testing.T) Subject) {
	s := newSubject(t)
	t.Run("it has a name and a public key", func(t *testing.T) { checkName(t, s) })
	t.Run("a receipt has one order", func(t *testing.T) { checkReceiptHasOneOrder(t, s) })
	t.Run("a new order has no payments", func(t *testing.T) { checkNewOrderHasNoPayments(t, s) })
	t.Run("an unknown payment is not found", func(t *testing.T) { checkUnknownPayment(t, s) })
	t.Run("a forged signature is refused", func(t *testing.T) { checkForgedSignature(t, s) })
	t.Run("a call ends with its context", func(t *testing.T) { checkCallEndsWithContext(t, s) })
	if s.canCause(Success) {
		t.Run("a payment is signed, captured and listed", func(t *testing.T) { checkPaymentIsSigned(t, s) })
		t.Run("a captured payment is captured once", func(t *testing.T) { checkCapturedOnce(t, s) })
		t.Run("refunds add up", func(t *testing.T) { checkRefundsAddUp(t, s) })
	}
	if s.canCause(Success) && s.FailRefund != nil {
		t.Run("a failed refund gives the amount back", func(t *testing.T) { checkFailedRefund(t, s) })
	}
	if s.canCause(Failure) {
		t.Run("a failed payment takes nothing", func(t *testing.T) { checkFailedPayment(t, s) })
	}
	if s.canCause(Authorized) {
		t.Run("an authorized payment can be captured", func(t *testing.T) { checkCapture(t, s) })
	}
}

// newIdempotencyKey returns a new value for the argument receipt of Provider.CreateOrder. Each order needs
// its own value.
func newIdempotencyKey() string {
	return strings.NewReplacer("-", "a", "_", "b").Replace(core.NewSecret())[:30]
}

func newOrder(t *testing.T, s Subject) string {
	t.Helper()
	id, err := s.Provider.CreateOrder(t.Context(), newIdempotencyKey(), orderPrice)
	if err != nil || id == "" {
		t.Fatalf("the order is %q, %v", id, err)
	}
	return id
}

func checkName(t *testing.T, s Subject) {
	if s.Provider.Name() == "" || s.Provider.KeyID() == "" {
		t.Errorf("name %q, key %q", s.Provider.Name(), s.Provider.KeyID())
	}
}

func checkReceiptHasOneOrder(t *testing.T, s Subject) {
	ctx, receipt := t.Context(), newIdempotencyKey()
	firstID, err := s.Provider.CreateOrder(ctx, receipt, orderPrice)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := s.Provider.CreateOrder(ctx, receipt, orderPrice); again != firstID || err != nil {
		t.Errorf("the same receipt has %q and %q, %v", firstID, again, err)
	}
	if other := newOrder(t, s); other == firstID {
		t.Errorf("two receipts have the order %q", firstID)
	}
}

func checkNewOrderHasNoPayments(t *testing.T, s Subject) {
	if list, err := s.Provider.Payments(t.Context(), newOrder(t, s)); len(list) != 0 || err != nil {
		t.Errorf("%+v, %v", list, err)
	}
}

// unknownPaymentIDs are ids that no payment has. Ids come from browsers, so some are malformed.
var unknownPaymentIDs = []string{
	"pay_00000000000000", "", ".", "..", "../orders", "pay_1/capture", "pay_1?a=b", "pay 1", "pay_1\n", "%2e%2e", "päy", strings.Repeat("a", 5000), "' OR 1=1 --", "\x00",
}

func checkUnknownPayment(t *testing.T, s Subject) {
	ctx := t.Context()
	for _, id := range unknownPaymentIDs {
		if p, err := s.Provider.Payment(ctx, id); !errors.Is(err, provider.ErrNoPayment) || p != (provider.Payment{}) {
			t.Errorf("Payment of %.40q: %+v, %v", id, p, err)
		}
		if _, err := s.Provider.Capture(ctx, id, orderPrice); !errors.Is(err, provider.ErrNoPayment) {
			t.Errorf("Capture of %.40q: %v", id, err)
		}
		if _, err := s.Provider.Refund(ctx, id, orderPrice, newIdempotencyKey()); !errors.Is(err, provider.ErrNoPayment) {
			t.Errorf("Refund of %.40q: %v", id, err)
		}
		if list, err := s.Provider.Payments(ctx, id); len(list) != 0 || err != nil && !errors.Is(err, provider.ErrNoPayment) {
			t.Errorf("Payments of %.40q: %v, %v", id, list, err)
		}
	}
}

func checkForgedSignature(t *testing.T, s Subject) {
	orderID := newOrder(t, s)
	for _, text := range []string{"", "0", strings.Repeat("0", 64), strings.Repeat("a", 5000), "\x00"} {
		if s.Provider.CheckSignature(orderID, "pay_00000000000000", text) {
			t.Errorf("%.40q is accepted", text)
		}
	}
}

func checkCallEndsWithContext(t *testing.T, s Subject) {
	orderID := newOrder(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Provider.Payments(ctx, orderID); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func wantPayment(t *testing.T, s Subject, id, orderID string, state provider.PaymentState, refunded int64) {
	t.Helper()
	want := provider.Payment{ID: id, OrderID: orderID, Price: orderPrice, State: state, RefundedAmount: refunded}
	if got, err := s.Provider.Payment(t.Context(), id); got != want || err != nil {
		t.Errorf("the payment is %+v, %v, want %+v", got, err, want)
	}
	if list, err := s.Provider.Payments(t.Context(), orderID); !slices.Contains(list, want) || err != nil {
		t.Errorf("the payments are %+v, %v, want %+v", list, err, want)
	}
}

func checkPaymentIsSigned(t *testing.T, s Subject) {
	orderID, other := newOrder(t, s), newOrder(t, s)
	id, signature := s.Pay(t, orderID, Success)
	if !s.Provider.CheckSignature(orderID, id, signature) {
		t.Error("the signature is refused")
	}
	if s.Provider.CheckSignature(other, id, signature) || s.Provider.CheckSignature(orderID, id+"0", signature) || s.Provider.CheckSignature(orderID, id, strings.ToUpper(signature)) {
		t.Error("the signature is accepted for another payment")
	}
	wantPayment(t, s, id, orderID, provider.PaymentCaptured, 0)
}

func checkCapturedOnce(t *testing.T, s Subject) {
	orderID := newOrder(t, s)
	id, _ := s.Pay(t, orderID, Success)
	for range 2 {
		if p, err := s.Provider.Capture(t.Context(), id, orderPrice); p.State != provider.PaymentCaptured || err != nil {
			t.Errorf("%+v, %v", p, err)
		}
	}
	if _, err := s.Provider.Capture(t.Context(), id, money.Money{MinorAmount: 100, Currency: "USD"}); err == nil {
		t.Error("another amount is captured")
	}
}

func checkRefundsAddUp(t *testing.T, s Subject) {
	ctx, orderID := t.Context(), newOrder(t, s)
	id, _ := s.Pay(t, orderID, Success)
	partAmount, restAmount := money.Money{MinorAmount: 1000, Currency: "USD"}, money.Money{MinorAmount: 1400, Currency: "USD"}
	refundKey := newIdempotencyKey()
	firstRefund, err := s.Provider.Refund(ctx, id, partAmount, refundKey)
	if err != nil || firstRefund.ID == "" || firstRefund.PaymentID != id || firstRefund.Amount != partAmount || firstRefund.State == provider.RefundFailed {
		t.Fatalf("%+v, %v", firstRefund, err)
	}
	if again, err := s.Provider.Refund(ctx, id, partAmount, refundKey); again.ID != firstRefund.ID || err != nil {
		t.Errorf("the same key has %+v, %v", again, err)
	}
	if other, err := s.Provider.Refund(ctx, id, restAmount, refundKey); err == nil && other != firstRefund {
		t.Errorf("the same key with another amount has %+v", other)
	}
	wantPayment(t, s, id, orderID, provider.PaymentCaptured, 1000)
	if r, err := s.Provider.Refund(ctx, id, orderPrice, newIdempotencyKey()); err == nil {
		t.Errorf("more than is left is refunded: %+v", r)
	}
	if second, err := s.Provider.Refund(ctx, id, restAmount, "short"+refundKey[:1]); err != nil || second.ID == firstRefund.ID {
		t.Errorf("the rest: %+v, %v", second, err)
	}
	wantPayment(t, s, id, orderID, provider.PaymentPaidBack, 2400)
}

func checkFailedRefund(t *testing.T, s Subject) {
	ctx, orderID := t.Context(), newOrder(t, s)
	id, _ := s.Pay(t, orderID, Success)
	refundKey := newIdempotencyKey()
	firstRefund, err := s.Provider.Refund(ctx, id, orderPrice, refundKey)
	if err != nil || firstRefund.State != provider.RefundPending {
		t.Fatalf("%+v, %v", firstRefund, err)
	}
	s.FailRefund(t, firstRefund.ID)
	wantPayment(t, s, id, orderID, provider.PaymentCaptured, 0)
	if again, err := s.Provider.Refund(ctx, id, orderPrice, refundKey); again.ID != firstRefund.ID || again.State != provider.RefundFailed || err != nil {
		t.Errorf("the same key has %+v, %v", again, err)
	}
	if second, err := s.Provider.Refund(ctx, id, orderPrice, newIdempotencyKey()); second.ID == firstRefund.ID || second.State != provider.RefundPending || err != nil {
		t.Errorf("another key has %+v, %v", second, err)
	}
	wantPayment(t, s, id, orderID, provider.PaymentPaidBack, orderPrice.MinorAmount)
}

func checkFailedPayment(t *testing.T, s Subject) {
	ctx, orderID := t.Context(), newOrder(t, s)
	failedID, _ := s.Pay(t, orderID, Failure)
	wantPayment(t, s, failedID, orderID, provider.PaymentNotCharged, 0)
	if p, err := s.Provider.Capture(ctx, failedID, orderPrice); err == nil {
		t.Errorf("Capture: %+v", p)
	}
	if r, err := s.Provider.Refund(ctx, failedID, orderPrice, newIdempotencyKey()); err == nil {
		t.Errorf("Refund: %+v", r)
	}
	paidID, _ := s.Pay(t, orderID, Success)
	wantPayment(t, s, paidID, orderID, provider.PaymentCaptured, 0)
	wantPayment(t, s, failedID, orderID, provider.PaymentNotCharged, 0)
}

func checkCapture(t *testing.T, s Subject) {
	orderID := newOrder(t, s)
	id, signature := s.Pay(t, orderID, Authorized)
	if !s.Provider.CheckSignature(orderID, id, signature) {
		t.Error("the signature is refused")
	}
	wantPayment(t, s, id, orderID, provider.PaymentReserved, 0)
	if p, err := s.Provider.Capture(t.Context(), id, money.Money{MinorAmount: 100, Currency: "USD"}); err == nil {
		t.Errorf("another amount is captured: %+v", p)
	}
	for range 2 {
		if p, err := s.Provider.Capture(t.Context(), id, orderPrice); p.State != provider.PaymentCaptured || err != nil {
			t.Errorf("%+v, %v", p, err)
		}
	}
	wantPayment(t, s, id, orderID, provider.PaymentCaptured, 0)
}
