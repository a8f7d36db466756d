package billing_test

import (
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// waitForNumber waits until a query yields a number.
func (s *shop) waitForNumber(t *testing.T, want int, query string, args ...any) {
	t.Helper()
	got := -1
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if got = s.selectNumber(t, query, args...); got == want {
			return
		}
	}
	t.Errorf("%s: %d, want %d", query, got, want)
}

func deleteAccount(c *apptest.Client) {
	c.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
}

// A payment that was not verified before the account was deleted is refunded.
// rule accounts-delete-rest
func TestPaymentOfADeletedAccountGoesBack(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		ada := s.NewUser("Ada")
		s.payInSandbox(t, ada, s.orderLockedCharacter(t, ada).OrderID)
		deleteAccount(ada)
		s.Clock.Advance(time.Minute)
		s.waitForNumber(t, 1, `SELECT count(*) FROM sandbox_payments WHERE refunded = amount`)
		if n := s.selectNumber(t, `SELECT count(*) FROM invoices`) + s.selectNumber(t, `SELECT count(*) FROM purchases WHERE user_id IS NOT NULL OR status = 'active'`); n > 0 {
			t.Errorf("%d invoices and open orders", n)
		}
	})
}

// A payment is verified while its account is deleted. Whichever comes first, no notice remains,
// and no order or invoice has the user.
// rules accounts-delete, accounts-delete-rest
func TestDeletionWhileAPaymentIsSettledLeavesNothing(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		for _, name := range []string{"Ada", "Bo", "Cy", "Di", "Ed", "Flo"} {
			c := s.NewUser(name)
			verifyBody := s.payInSandbox(t, c, s.orderLockedCharacter(t, c).OrderID)
			var both sync.WaitGroup
			both.Go(func() { c.Do("POST", "/purchase/verify", verifyBody) })
			both.Go(func() { deleteAccount(c) })
			both.Wait()
			for _, query := range []string{
				`SELECT count(*) FROM notifications WHERE user_id = $1`, `SELECT count(*) FROM purchases WHERE user_id = $1`,
				`SELECT count(*) FROM invoices WHERE $1 <> '' AND billed_to <> ''`,
			} {
				if n := s.selectNumber(t, query, c.UserID); n > 0 {
					t.Errorf("%s: %s yields %d", name, query, n)
				}
			}
		}
	})
}
