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

var startOfMarch = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// harness is a Service that records the notices and mails to buyers.
type harness struct {
	*Service
	t     testing.TB
	db    *storage.DB
	clock *clocktest.Clock
	fakePeople
	*recordedNotices
	*recordedMails
}

// fakePeople knows these buyers: the ids "ada", "bo" and those that begin with "buyer-".
type fakePeople struct{}

func (fakePeople) Person(_ context.Context, _ storage.Querier, id string) (Person, error) {
	names := map[string]string{"ada": "Ada Lovelace", "bo": "Bo"}
	if strings.HasPrefix(id, "buyer-") {
		names[id] = "Buyer"
	}
	if names[id] == "" {
		return Person{}, core.E(core.NotFound, "user_not_found", "")
	}
	return Person{ID: id, Name: names[id], Email: id + "@post.example"}, nil
}

// uncalledProvider is a Provider that must not be called: its methods panic.
type uncalledProvider struct{ Provider }

// recordedNotices records notices. wantsMail is the result of Notify for notices with a group.
type recordedNotices struct {
	mu           sync.Mutex
	wantsMail    bool
	noticesByKey map[string]Notice
}

func (n *recordedNotices) Notify(_ context.Context, _ storage.Querier, told Notice) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.noticesByKey[told.Kind+" "+told.ObjectID] = told
	return told.Group == "" || n.wantsMail, nil
}

func (n *recordedNotices) UnsubscribeLinks(userID, group string) (page, oneClick string) {
	return "https://chat.example/#unsubscribe=" + userID + "-" + group, "https://chat.example/api/unsubscribe/" + userID + "-" + group
}

// recordedMails records mails by id.
type recordedMails struct {
	mu        sync.Mutex
	mailsByID map[string]email.Message
}

func (m *recordedMails) Enqueue(_ context.Context, _ storage.Querier, id string, mail email.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mailsByID[id] = mail
	return nil
}

func (m *recordedMails) Wake() {}

func newHarness(t testing.TB, db *storage.DB) *harness {
	t.Helper()
	d := &harness{t: t, db: db, clock: clocktest.At(startOfMarch), recordedNotices: &recordedNotices{noticesByKey: map[string]Notice{}}, recordedMails: &recordedMails{mailsByID: map[string]email.Message{}}}
	d.Service = New(Deps{
		DB: db, Provider: uncalledProvider{}, People: d.fakePeople, Notices: d.recordedNotices, Mail: d.recordedMails, Clock: d.clock, BaseURL: "https://chat.example",
		Seller: Seller{AddressLines: []string{"Colloquy Ltd", "1 Post Street"}, TaxLines: []string{"VAT 1"}},
	})
	return d
}

func harnessOnEachEngine(t *testing.T, fn func(t *testing.T, d *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		d := newHarness(t, db)
		d.execSQL(`INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, created_at, updated_at)
			VALUES ('a', 21, 'a', 'Søren Kierkegaard', '', '', '', '', '', '', '', FALSE, 0, 0)`)
		fn(t, d)
	})
}

func (d *harness) execSQL(statement string, args ...any) {
	d.t.Helper()
	d.inTransaction(func(tx storage.Querier) error {
		_, err := tx.ExecContext(d.t.Context(), statement, args...)
		return err
	})
}

func (d *harness) inTransaction(fn func(tx storage.Querier) error) {
	d.t.Helper()
	if err := d.db.Write(d.t.Context(), fn); err != nil {
		d.t.Fatal(err)
	}
}

// insertOrder stores a paid order of plan 1. The function change modifies the order before it is
// stored; nil changes nothing.
func (d *harness) insertOrder(id, userID string, change func(p *Purchase)) {
	d.t.Helper()
	p := Purchase{
		ID: id, UserID: userID, PlanID: 1, PlanName: "Unlock Character", Cycle: "monthly", Description: "A month.", Days: 30, CharacterID: 21,
		Price: money.Money{MinorAmount: 100, Currency: "USD"}, Provider: "razorpay", OrderID: "order_" + id, PaymentID: "pay_" + id,
		CapturedAt: startOfMarch, Status: Active, PaymentStatus: PaymentPaid, ExpiryAt: startOfMarch.AddDate(0, 0, 30), CreatedAt: startOfMarch, UpdatedAt: startOfMarch,
	}
	if change != nil {
		change(&p)
	}
	d.execSQL(`INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency, provider, order_id, payment_id,
		authorized_at, captured_at, failed_at, refunded, status, payment_status, expiry_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)`,
		p.ID, nilIfZero(p.UserID), p.PlanID, p.PlanName, p.Cycle, p.Description, p.Days, nilIfZero(p.CharacterID), p.Price.MinorAmount, p.Price.Currency, p.Provider, nilIfZero(p.OrderID), nilIfZero(p.PaymentID),
		millisOrNil(p.AuthorizedAt), millisOrNil(p.CapturedAt), millisOrNil(p.FailedAt), p.RefundedAmount, string(p.Status), string(p.PaymentStatus), millisOrNil(p.ExpiryAt), core.Millis(p.CreatedAt))
}

func millisOrNil(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	n := core.Millis(t)
	return &n
}

// withLockedOrder calls a function with an order whose row is locked, as settle does.
func (d *harness) withLockedOrder(id string, fn func(tx storage.Querier, p Purchase) error) {
	d.t.Helper()
	d.inTransaction(func(tx storage.Querier) error {
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

func (d *harness) notifyPaidOrder(id string) {
	d.t.Helper()
	d.withLockedOrder(id, func(tx storage.Querier, p Purchase) error { return d.notifyBuyerOfPayment(d.t.Context(), tx, p) })
}

// invoiceNumberOf returns the number of the invoice of an order.
func (d *harness) invoiceNumberOf(id string) string {
	d.t.Helper()
	p, err := scanPurchase(d.db.Reader().QueryRowContext(d.t.Context(), `SELECT `+purchaseFields+` FROM purchases WHERE id = $1`, id))
	if err != nil {
		d.t.Fatal(err)
	}
	return p.InvoiceNumber
}

// noticesAndSubjects returns the texts of the notices and the subjects of the mails, both
// sorted.
func (d *harness) noticesAndSubjects() (noticeTexts, subjects []string) {
	for _, n := range d.noticesByKey {
		noticeTexts = append(noticeTexts, n.Kind+": "+n.Message)
	}
	for _, m := range d.mailsByID {
		subjects = append(subjects, m.Subject)
	}
	return slices.Sorted(slices.Values(noticeTexts)), slices.Sorted(slices.Values(subjects))
}

func (d *harness) wantNoticesAndMails(noticeTexts, subjects []string) {
	d.t.Helper()
	gotNotices, gotSubjects := d.noticesAndSubjects()
	if !slices.Equal(gotNotices, noticeTexts) || !slices.Equal(gotSubjects, subjects) {
		d.t.Errorf("told %q, mailed %q; want %q, %q", gotNotices, gotSubjects, noticeTexts, subjects)
	}
}

// onlyMail returns the only mail.
func (d *harness) onlyMail() email.Message {
	d.t.Helper()
	if len(d.mailsByID) != 1 {
		d.t.Fatalf("%d mails", len(d.mailsByID))
	}
	return d.mailsByID[slices.Collect(maps.Keys(d.mailsByID))[0]]
}

func formatInvoiceNumber(n int) string { return fmt.Sprintf("COL-2026-%06d", n) }
