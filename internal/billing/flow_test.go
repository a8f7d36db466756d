package billing_test

import (
	"strconv"
	"testing"
)

func itoa(n int) string { return strconv.Itoa(n) }

// rules payment-order, payment-verify, payment-sandbox-call
func TestBuyingOpensACharacter(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		if s.isCharacterOpen(t, c) {
			t.Fatal("open before the payment")
		}
		o := s.orderLockedCharacter(t, c)
		if o.Amount != "1.00" || o.AmountMinor != 100 || o.Currency != "USD" || o.Provider != "sandbox" || o.KeyID == "" || o.OrderID == "" {
			t.Errorf("order %+v", o)
		}
		if again := s.orderLockedCharacter(t, c); again != o {
			t.Errorf("a second call makes the order %+v, the first one %+v", again, o)
		}
		verifyBody := s.payInSandbox(t, c, o.OrderID)
		for range 2 {
			var v verifyAnswer
			c.Do("POST", "/purchase/verify", verifyBody).Want(200).Into(&v)
			if p := v.Data.UserPlan; !v.Success || p.Status != "active" || p.PaymentStatus != "paid" || p.OrderID != o.OrderID || *p.PaymentID != verifyBody["razorpay_payment_id"] || p.ExpiryAt == nil {
				t.Errorf("verified as %+v", v)
			}
		}
		if !s.isCharacterOpen(t, c) {
			t.Error("still locked")
		}
		if a := c.Do("POST", "/purchase", map[string]any{"planId": "1", "characterId": itoa(s.lockedCharacterID)}); a.Status != 409 || a.ErrorCode() != "already_open" {
			t.Errorf("%s answers %d %s", a.MethodAndPath, a.Status, a.Body)
		}
	})
}
