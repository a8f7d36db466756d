package billing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/email"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

var march = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// desk is a Service that records what it tells buyers.
type desk struct {
	*Service
	t     testing.TB
	db    *storage.DB
	clock *clocktest.Clock
	people
	*notices
	*mails
}

// people are the buyers: the ids "ada", "bo" and those that begin with "buyer-".
type people struct{}

func (people) Person(_ context.Context, _ storage.Querier, id string) (Person, error) {
	names := map[string]string{"ada": "Ada Lovelace", "bo": "Bo"}
	if strings.HasPrefix(id, "buyer-") {
		names[id] = "Buyer"
	}
	if names[id] == "" {
		return Person{}, core.E(core.NotFound, "user_not_found", "")
	}
	return Person{ID: id, Name: names[id], Email: id + "@post.example"}, nil
}

// uncalledProvider is a provider that is not asked.
type uncalledProvider struct{ Provider }

// notices records notices. wantsMail is the answer for notices of a group.
type notices struct {
	mu        sync.Mutex
	wantsMail bool
	told      map[string]Notice
}

func (n *notices) Tell(_ context.Context, _ storage.Querier, told Notice) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told[told.Kind+" "+told.ObjectID] = told
	return told.Group == "" || n.wantsMail, nil
}

func (n *notices) StopLinks(userID, group string) (page, oneClick string) {
	return "https://chat.example/#unsubscribe=" + userID + "-" + group, "https://chat.example/api/unsubscribe/" + userID + "-" + group
}

// mails records mails by id.
type mails struct {
	mu   sync.Mutex
	sent map[string]email.Message
}

func (m *mails) Enqueue(_ context.Context, _ storage.Querier, id string, mail email.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent[id] = mail
	return nil
}

func (m *mails) Kick() {}

func newDesk(t testing.TB, db *storage.DB) *desk {
	t.Helper()
	d := &desk{t: t, db: db, clock: clocktest.At(march), notices: &notices{told: map[string]Notice{}}, mails: &mails{sent: map[string]email.Message{}}}
	d.Service = New(Deps{
		DB: db, Provider: uncalledProvider{}, People: d.people, Notices: d.notices, Mail: d.mails, Clock: d.clock, BaseURL: "https://chat.example",
		Seller: Seller{Name: []string{"Colloquy Ltd", "1 Post Street"}, Tax: []string{"VAT 1"}},
	})
	return d
}

func eachDesk(t *testing.T, fn func(t *testing.T, d *desk)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		d := newDesk(t, db)
		d.exec(`INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, created_at, updated_at)
			VALUES ('a', 21, 'a', 'Søren Kierkegaard', '', '', '', '', '', '', '', FALSE, 0, 0)`)
		fn(t, d)
	})
}

func (d *desk) exec(statement string, args ...any) {
	d.t.Helper()
	d.write(func(tx storage.Querier) error {
		_, err := tx.ExecContext(d.t.Context(), statement, args...)
		return err
	})
}

func (d *desk) write(fn func(tx storage.Querier) error) {
	d.t.Helper()
	if err := d.db.Write(d.t.Context(), fn); err != nil {
		d.t.Fatal(err)
	}
}

// order stores an order of plan 1 with the state that change gives it.
func (d *desk) order(id, userID string, change func(p *Purchase)) {
	d.t.Helper()
	p := Purchase{
		ID: id, UserID: userID, PlanID: 1, PlanName: "Unlock Character", Cycle: "monthly", Description: "A month.", Days: 30, CharacterID: 21,
		Price: money.Money{Minor: 100, Currency: "USD"}, Provider: "razorpay", OrderID: "order_" + id, PaymentID: "pay_" + id,
		CapturedAt: march, Status: Active, PaymentStatus: PaymentPaid, ExpiryAt: march.AddDate(0, 0, 30), CreatedAt: march, UpdatedAt: march,
	}
	if change != nil {
		change(&p)
	}
	d.exec(`INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency, provider, order_id, payment_id,
		authorized_at, captured_at, failed_at, refunded, status, payment_status, expiry_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)`,
		p.ID, orNil(p.UserID), p.PlanID, p.PlanName, p.Cycle, p.Description, p.Days, orNil(p.CharacterID), p.Price.Minor, p.Price.Currency, p.Provider, orNil(p.OrderID), orNil(p.PaymentID),
		millis(p.AuthorizedAt), millis(p.CapturedAt), millis(p.FailedAt), p.Refunded, string(p.Status), string(p.PaymentStatus), millis(p.ExpiryAt), core.Millis(p.CreatedAt))
}

func millis(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	n := core.Millis(t)
	return &n
}

// tell runs a function as settle does: with the row locked.
func (d *desk) tell(id string, fn func(tx storage.Querier, p Purchase) error) {
	d.t.Helper()
	d.write(func(tx storage.Querier) error {
		ctx := d.t.Context()
		if _, err := tx.ExecContext(ctx, `UPDATE purchases SET version = version + 1 WHERE id = $1`, id); err != nil {
			return err
		}
		p, err := scanPurchase(tx.QueryRowContext(ctx, `SELECT `+purchaseFields+` FROM purchases WHERE id = $1`, id))
		if err != nil {
			return err
		}
		return fn(tx, p)
	})
}

func (d *desk) paid(id string) {
	d.t.Helper()
	d.tell(id, func(tx storage.Querier, p Purchase) error { return d.tellPaid(d.t.Context(), tx, p) })
}

// number returns the number of the invoice of an order.
func (d *desk) number(id string) string {
	d.t.Helper()
	p, err := scanPurchase(d.db.Reader().QueryRowContext(d.t.Context(), `SELECT `+purchaseFields+` FROM purchases WHERE id = $1`, id))
	if err != nil {
		d.t.Fatal(err)
	}
	return p.InvoiceNumber
}

// messages returns the sorted messages of the notices, and the subjects of the mails.
func (d *desk) messages() (told, subjects []string) {
	for _, n := range d.told {
		told = append(told, n.Kind+": "+n.Message)
	}
	for _, m := range d.sent {
		subjects = append(subjects, m.Subject)
	}
	return slices.Sorted(slices.Values(told)), slices.Sorted(slices.Values(subjects))
}

func (d *desk) want(told, subjects []string) {
	d.t.Helper()
	gotTold, gotSubjects := d.messages()
	if !slices.Equal(gotTold, told) || !slices.Equal(gotSubjects, subjects) {
		d.t.Errorf("told %q, mailed %q; want %q, %q", gotTold, gotSubjects, told, subjects)
	}
}

// onlyMail returns the only mail.
func (d *desk) onlyMail() email.Message {
	d.t.Helper()
	if len(d.sent) != 1 {
		d.t.Fatalf("%d mails", len(d.sent))
	}
	return d.sent[slices.Collect(maps.Keys(d.sent))[0]]
}

func invoiceNumber(n int) string { return fmt.Sprintf("COL-2026-%06d", n) }
