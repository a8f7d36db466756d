package billing_test

import (
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/storage"
)

// stressLoad is the load of TestEachPaymentIsOnePurchase. The numbers of verifications and
// deliveries are per payment. COLLOQUY_TEST_PAYMENTS=500 is the full load.
type stressLoad struct{ payments, verifications, deliveries int }

func stressLoadFromEnv(t *testing.T) stressLoad {
	text := os.Getenv("COLLOQUY_TEST_PAYMENTS")
	if text == "" {
		return stressLoad{40, 20, 10}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("COLLOQUY_TEST_PAYMENTS is %q; give a number", text)
	}
	return stressLoad{n, 100, 20}
}

// registerBuyers registers n users and returns their ids.
func (s *razorpayShop) registerBuyers(t *testing.T, n int) (ids []string) {
	t.Helper()
	for range n {
		s.Clock.Advance(5 * time.Minute)
		ids = append(ids, s.NewUser("Buyer").UserID)
	}
	return ids
}

const ordersPerBuyer = 10

// Each payment is verified and reported many times at once. It becomes one purchase with one
// invoice and one notice. The invoice numbers have no gap.
// rules payment-settle, payment-invoice, payment-notices
func TestEachPaymentIsOnePurchase(t *testing.T) {
	// The engines run one after the other: in parallel, the load would be so high that webhook
	// messages time out.
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := newRazorpayShop(t, o)
		stressSettings := stressLoadFromEnv(t)
		n := stressSettings.payments
		buyers, characters := s.registerBuyers(t, (n+ordersPerBuyer-1)/ordersPerBuyer), s.lockedCharacters(t)
		orderIndexes := make(chan int, n)
		for i := range n {
			orderIndexes <- i
		}
		close(orderIndexes)
		startTime := time.Now()
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for i := range orderIndexes {
					s.payAndVerifyInParallel(t, buyers[i/ordersPerBuyer], characters[i%ordersPerBuyer], stressSettings)
				}
			})
		}
		wg.Wait()
		t.Logf("%d payments, each with %d verifications and %d deliveries, in %s", n, stressSettings.verifications, stressSettings.deliveries, time.Since(startTime).Round(time.Millisecond))
		for what, query := range map[string]string{
			"paid purchases": `SELECT count(*) FROM purchases WHERE status = 'active' AND payment_status = 'paid'`,
			"purchases":      `SELECT count(*) FROM purchases`,
			"invoices":       `SELECT count(*) FROM invoices`,
			"last number":    `SELECT COALESCE(max(serial), 0) FROM invoices`,
			"notices":        `SELECT count(*) FROM notifications WHERE type = 'purchase'`,
		} {
			if got := s.selectNumber(t, query); got != n {
				t.Errorf("%s: %d, want %d", what, got, n)
			}
		}
		if first, open := s.selectNumber(t, `SELECT COALESCE(min(serial), 0) FROM invoices`), s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE handled_at IS NULL`); first != 1 || open != 0 {
			t.Errorf("the first number is %d, and %d messages are not handled", first, open)
		}
		if len(s.razorpay.Refunds()) != 0 {
			t.Errorf("refunds: %+v", s.razorpay.Refunds())
		}
	})
}

// payAndVerifyInParallel pays an order, and verifies and reports the payment many times at
// once.
func (s *razorpayShop) payAndVerifyInParallel(t *testing.T, userID string, characterID int, stressSettings stressLoad) {
	p := s.placeOrderFor(t, userID, characterID)
	c := s.payWithOutcome(t, p.OrderID, razorpaytest.Success)
	messages := s.deliveriesOf(p.OrderID)
	var calls sync.WaitGroup
	for range stressSettings.verifications {
		calls.Go(func() {
			if confirmed, err := s.verifyPayment(t.Context(), userID, c); err != nil || !confirmed {
				t.Errorf("a verification answers %t, %v", confirmed, err)
			}
		})
	}
	for i := range stressSettings.deliveries {
		calls.Go(func() {
			d := messages[i%len(messages)]
			if err := s.billing().ReceiveWebhook(t.Context(), d.Body, d.Signature, d.ID); err != nil {
				t.Errorf("%s: %v", d.Kind, err)
			}
		})
	}
	calls.Wait()
}
