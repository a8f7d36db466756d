package billing

import (
	"fmt"
	"testing"
	"time"

	"colloquy/internal/storage"
)

// rule payment-webhook-kept
func TestMessagesOfUnknownOrdersAreKeptForNinetyDays(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("known", "ada", nil)
		d.insertOrder("other", "ada", func(p *Purchase) { p.Provider = "sandbox" })
		for _, id := range []string{"known", "unknown", "other", ""} { // "" is an unreadable message
			orderID := ""
			if id != "" {
				orderID = "order_" + id
			}
			d.inTransaction(func(tx storage.Querier) error {
				_, err := d.store.insertEvent(t.Context(), tx, "razorpay", Event{ID: "event_" + id, OrderID: orderID}, startOfMarch)
				return err
			})
		}
		d.inTransaction(func(tx storage.Querier) error {
			if _, err := d.store.insertEvent(t.Context(), tx, "razorpay", Event{ID: "settled"}, startOfMarch); err != nil {
				return err
			}
			return d.store.markEventHandled(t.Context(), tx, "razorpay", "settled", startOfMarch)
		})
		for _, at := range []struct {
			after time.Duration
			want  string
		}{{90 * oneDay, "event_,event_known,event_other,event_unknown,settled"}, {time.Millisecond, "event_known,settled"}} {
			d.clock.Advance(at.after)
			if err := d.deleteUnsettledEvents(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := d.commaJoinedEventIDs(); got != at.want {
				t.Errorf("kept are %s, want %s", got, at.want)
			}
		}
	})
}

// commaJoinedEventIDs returns the ids of the stored messages, sorted and joined with commas.
func (d *harness) commaJoinedEventIDs() (list string) {
	d.t.Helper()
	ids, err := storage.QueryAll(d.t.Context(), d.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) }, `SELECT event_id FROM payment_events ORDER BY event_id`)
	if err != nil {
		d.t.Fatal(err)
	}
	for i, id := range ids {
		if i > 0 {
			list += ","
		}
		list += id
	}
	return list
}

// Two services delete old messages at the same time. There are more of them than two batches have.
// rule payment-webhook-kept
func TestManyOldMessagesAreDeletedInBatches(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.execSQL(fmt.Sprintf(`INSERT INTO payment_events (provider, event_id, kind, order_id, body, received_at)
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT 'razorpay', 'e' || i, '', '', '{}', 0 FROM n`, 2*unsettledBatchSize+1))
		otherHarness := newHarness(t, d.db)
		done := make(chan error)
		for _, one := range []*harness{d, otherHarness} {
			go func() { done <- one.deleteUnsettledEvents(t.Context()) }()
		}
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if got := d.commaJoinedEventIDs(); got != "" {
			t.Errorf("kept are %.100s", got)
		}
	})
}
