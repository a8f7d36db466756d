package billing_test

import (
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// shop is an application with the sandbox, and a character that must be paid for.
type shop struct {
	*apptest.Env
	lockedCharacterID int // character_id
}

// onEachEngine runs fn on both database engines in parallel, because the tests mostly wait.
func onEachEngine(t *testing.T, fn func(t *testing.T, s *shop)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel()
		fn(t, newShop(t, apptest.Start(t, o, apptest.WithPayment)))
	})
}

func newShop(t *testing.T, e *apptest.Env) *shop {
	t.Helper()
	s := &shop{Env: e}
	s.lockedCharacterID = s.selectNumber(t, `SELECT min(character_id) FROM characters WHERE NOT is_free AND is_active`)
	return s
}

// selectNumber returns the number that a query yields.
func (s *shop) selectNumber(t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	if err := s.App.DB().Reader().QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// execSQL runs a statement.
func (s *shop) execSQL(t *testing.T, query string) {
	t.Helper()
	err := s.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), query)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// lockedCharacters returns the character_ids of all characters that must be paid for.
func (s *shop) lockedCharacters(t *testing.T) []int {
	t.Helper()
	list, err := storage.QueryAll(t.Context(), s.App.DB().Reader(), func(r storage.Row) (id int, err error) { return id, r.Scan(&id) },
		`SELECT character_id FROM characters WHERE NOT is_free AND is_active ORDER BY character_id`)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

type orderAnswer struct {
	OrderID     string `json:"orderId"`
	Amount      string `json:"amount"`
	AmountMinor int64  `json:"amount_minor"`
	Currency    string `json:"currency"`
	KeyID       string `json:"keyId"`
	Provider    string `json:"provider"`
}

// orderLockedCharacter orders plan 1 for the locked character.
func (s *shop) orderLockedCharacter(t *testing.T, c *apptest.Client) (out orderAnswer) {
	t.Helper()
	c.Do("POST", "/purchase", map[string]any{"planId": 1, "characterId": s.lockedCharacterID}).Want(201).Into(&out)
	return out
}

// payInSandbox pays an order in the sandbox and returns the body for the verification.
func (s *shop) payInSandbox(t *testing.T, c *apptest.Client, orderID string) (out map[string]string) {
	t.Helper()
	c.Do("POST", "/purchase/sandbox", map[string]any{"orderId": orderID, "outcome": "success"}).Want(200).Into(&out)
	return out
}

type userPlan struct {
	ID            string
	Status        string
	PaymentStatus string  `json:"payment_status"`
	OrderID       string  `json:"order_id"`
	PaymentID     *string `json:"payment_id"`
	ExpiryAt      *string `json:"expiry_at"`
	Refunded      string
}

type verifyAnswer struct {
	Success bool
	Data    struct{ UserPlan userPlan }
}

// buyLockedCharacter orders, pays and verifies plan 1 for the locked character.
func (s *shop) buyLockedCharacter(t *testing.T, c *apptest.Client) userPlan {
	t.Helper()
	var out verifyAnswer
	c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, s.orderLockedCharacter(t, c).OrderID)).Want(200).Into(&out)
	if !out.Success {
		t.Fatalf("the verification answers %+v", out)
	}
	return out.Data.UserPlan
}

// isCharacterOpen reports whether a user has access to the character lockedCharacterID. Only a
// purchase gives this access.
func (s *shop) isCharacterOpen(t *testing.T, c *apptest.Client) bool {
	t.Helper()
	var plan struct {
		Data struct {
			ExpiryAt *string `json:"expiry_at"`
		}
	}
	c.Do("GET", "/admin/plans/1?characterId="+itoa(s.lockedCharacterID), nil).Want(200).Into(&plan)
	return plan.Data.ExpiryAt != nil
}
