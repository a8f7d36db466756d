package jobs

import (
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestOverdueIsTheOldestDueJob: a job whose time has not come is not overdue.
// rule operations-metrics
func TestOverdueIsTheOldestDueJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := clocktest.At(time.Unix(2_000_000, 0))
		q := New(db, clock, nil)
		now := core.Millis(clock.Now())
		for id, j := range map[string]row{"a": {kind: "mail", runAtMillis: now - 9000}, "b": {kind: "mail", runAtMillis: now - 4000}, "c": {kind: "check", runAtMillis: now + 1}} {
			j.id, j.key = id, id
			if err := db.Write(t.Context(), func(tx storage.Querier) error { return insertJob(t.Context(), tx, j, now) }); err != nil {
				t.Fatal(err)
			}
		}
		got, err := q.OverdueSeconds(t.Context())
		if err != nil || len(got) != 1 || got["mail"] != 9 {
			t.Errorf("%v, %v", got, err)
		}
	})
}
