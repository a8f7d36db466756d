package billing

import (
	"maps"
	"testing"
	"time"
)

// rule payment-metrics
func TestOrdersAreCountedByState(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "ada", nil)
		d.insertOrder("o2", "", nil)
		d.insertOrder("o3", "bo", withExpiryAfter(time.Millisecond))
		d.insertOrder("o4", "bo", func(p *Purchase) { p.Status = Disputed })
		d.insertOrder("o5", "bo", func(p *Purchase) { p.Provider = GrantProvider })
		d.clock.Advance(time.Millisecond)
		want := map[string]int64{"pending": 0, "active": 2, "expired": 1, "failed": 0, "cancelled": 0, "refunded": 0, "disputed": 1}
		if got, err := d.CountOrders(t.Context()); err != nil || !maps.Equal(got, want) {
			t.Errorf("%v, %v", got, err)
		}
	})
}
