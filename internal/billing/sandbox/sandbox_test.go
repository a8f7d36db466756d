package sandbox_test

import (
	"regexp"
	"sync"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/sandbox"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

var dollar = money.Money{MinorAmount: 100, Currency: "USD"}

// sandboxPairOnEachEngine runs fn with two providers on one database, like those of two processes.
func sandboxPairOnEachEngine(t *testing.T, fn func(t *testing.T, one, two *sandbox.Provider)) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		var list [2]*sandbox.Provider
		for i := range list {
			var err error
			if list[i], err = sandbox.New(t.Context(), db, clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))); err != nil {
				t.Fatal(err)
			}
		}
		fn(t, list[0], list[1])
	})
}

func payOrder(t *testing.T, p *sandbox.Provider, orderID string, succeeds bool) (paymentID, signed string) {
	t.Helper()
	paymentID, signed, err := p.Pay(t.Context(), orderID, dollar, succeeds)
	if err != nil {
		t.Fatal(err)
	}
	return paymentID, signed
}

// rule payment-sandbox
func TestProcessesKnowTheSameOrdersAndPayments(t *testing.T) {
	sandboxPairOnEachEngine(t, func(t *testing.T, one, two *sandbox.Provider) {
		ctx := t.Context()
		orderID, _ := one.CreateOrder(ctx, "receipt", dollar)
		repeatedID, _ := two.CreateOrder(ctx, "receipt", dollar)
		otherID, _ := one.CreateOrder(ctx, "another", dollar)
		if orderID != repeatedID || orderID == otherID || !regexp.MustCompile(`^order_[0-9a-z]{14}$`).MatchString(orderID) {
			t.Errorf("orders %s, %s, %s", orderID, repeatedID, otherID)
		}
		id, signed := payOrder(t, one, orderID, true)
		if !regexp.MustCompile(`^pay_[0-9a-z]{14}$`).MatchString(id) || !two.CheckSignature(orderID, id, signed) || two.CheckSignature(otherID, id, signed) || two.CheckSignature(orderID, id, "") {
			t.Errorf("payment %s, signature %s", id, signed)
		}
		list, err := two.Payments(ctx, orderID)
		if want := (provider.Payment{ID: id, OrderID: orderID, Price: dollar, State: provider.PaymentCaptured}); err != nil || len(list) != 1 || list[0] != want {
			t.Errorf("payments %+v, %v", list, err)
		}
		if _, err := two.Payment(ctx, "pay_unknown"); err != provider.ErrNoPayment {
			t.Errorf("an unknown payment: %v", err)
		}
	})
}

func TestFailedPaymentIsNotSigned(t *testing.T) {
	sandboxPairOnEachEngine(t, func(t *testing.T, one, two *sandbox.Provider) {
		id, signed := payOrder(t, one, "order_1", false)
		payment, err := two.Payment(t.Context(), id)
		if signed != "" || err != nil || payment.State != provider.PaymentNotCharged {
			t.Errorf("%+v, %q, %v", payment, signed, err)
		}
		if _, err := two.Capture(t.Context(), id, dollar); err == nil {
			t.Error("a failed payment was captured")
		}
		if _, err := two.Refund(t.Context(), id, dollar, "key"); err == nil {
			t.Error("a failed payment was refunded")
		}
	})
}

// The refunds of a payment never exceed it. Two calls with one key refund once.
func TestParallelRefundsNeverExceedThePayment(t *testing.T) {
	sandboxPairOnEachEngine(t, func(t *testing.T, one, two *sandbox.Provider) {
		id, _ := payOrder(t, one, "order_1", true)
		quarterPrice := money.Money{MinorAmount: 25, Currency: "USD"}
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				_, _ = []*sandbox.Provider{one, two}[i%2].Refund(t.Context(), id, quarterPrice, string(rune('a'+i%10)))
			})
		}
		wg.Wait()
		payment, err := two.Payment(t.Context(), id)
		if err != nil || payment.RefundedAmount != 100 || payment.State != provider.PaymentPaidBack {
			t.Errorf("%+v, %v", payment, err)
		}
		for _, wrong := range []money.Money{{MinorAmount: 1, Currency: "USD"}, {MinorAmount: 0, Currency: "USD"}, {MinorAmount: -5, Currency: "USD"}, {MinorAmount: 5, Currency: "EUR"}} {
			if _, err := one.Refund(t.Context(), id, wrong, "late"); err == nil {
				t.Errorf("a refund of %s", wrong)
			}
		}
	})
}
