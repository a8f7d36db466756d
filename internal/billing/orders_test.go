package billing

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage/dbtest"
)

// rule payment-orders
func TestOrdersArePagedWithoutGaps(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		// Orders of the same time are sorted by their ids.
		for i, id := range []string{"o1", "o2", "o3", "o4", "o5"} {
			d.insertOrder(id, "ada", func(p *Purchase) { p.CreatedAt = startOfMarch.Add(time.Duration(i/2) * time.Hour) })
		}
		d.insertOrder("o6", "bo", nil)
		var got []string
		for cursor := ""; ; {
			page, err := d.orders(t.Context(), "ada", 2, cursor)
			if err != nil || page.total != 5 {
				t.Fatalf("%+v, %v", page, err)
			}
			for _, o := range page.list {
				got = append(got, o.ID)
			}
			if cursor = page.nextCursor; cursor == "" {
				break
			}
			d.insertOrder("later"+cursor, "ada", func(p *Purchase) { p.CreatedAt, p.UserID = startOfMarch.Add(time.Hour), "bo" })
		}
		if want := "o5 o4 o3 o2 o1"; strings.Join(got, " ") != want {
			t.Errorf("%q, want %s", got, want)
		}
		if _, err := d.orders(t.Context(), "ada", 2, "mist"); core.KindOf(err) != core.Malformed {
			t.Errorf("an invented cursor: %v", err)
		}
		for limit, want := range map[int]int{0: 1, -1: 1, 999999: 5} {
			if page, err := d.orders(t.Context(), "ada", limit, ""); err != nil || len(page.list) != want {
				t.Errorf("limit %d: %d orders, %v", limit, len(page.list), err)
			}
		}
	})
}

// rule payment-orders
func TestOrdersMakeAConstantNumberOfQueries(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		queryCounter := dbtest.CountQueries(d.db.Reader())
		for i := range 120 {
			d.insertOrder(fmt.Sprint("o", i), "ada", nil)
			if i != 0 && i != 119 {
				continue
			}
			page, err := d.readOrderPage(t.Context(), queryCounter, "ada", maxOrdersPerPage, "")
			if n := queryCounter.TakeCount(); err != nil || len(page.list) != min(i+1, maxOrdersPerPage) || n != 3 {
				t.Errorf("%d queries for %d orders, %v", n, len(page.list), err)
			}
		}
	})
}

// rule payment-refund
func TestRefundUntilFollowsThePolicy(t *testing.T) {
	paidPurchase := Purchase{PlanID: oneCharacterPlanID, CapturedAt: startOfMarch, Status: Active}
	purchaseWith := func(fn func(p *Purchase)) Purchase {
		p := paidPurchase
		fn(&p)
		return p
	}
	for name, c := range map[string]struct {
		order Purchase
		want  time.Time
	}{
		"one character":  {paidPurchase, startOfMarch.AddDate(0, 0, 3)},
		"all characters": {purchaseWith(func(p *Purchase) { p.PlanID = allAccessPlanID }), startOfMarch.AddDate(0, 0, 7)},
		"not paid":       {purchaseWith(func(p *Purchase) { p.CapturedAt = time.Time{} }), time.Time{}},
		"refunded":       {purchaseWith(func(p *Purchase) { p.Status = Refunded }), time.Time{}},
		"in a dispute":   {purchaseWith(func(p *Purchase) { p.Status = Disputed }), time.Time{}},
	} {
		if got := c.order.refundUntil(); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
