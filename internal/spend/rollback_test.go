package spend_test

import (
	"errors"
	"testing"

	"colloquy/internal/spend"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// Charge counts a call whose reservation was rolled back. In the first round the rollback has
// also removed the user's row of this day, so Charge inserts it.
func TestChargeCountsARolledBackReservation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		l := newLedger(t, db, newClock(), spend.Options{UserTokenCap: 1000})
		errRollback := errors.New("rolled back")
		for round := range 2 {
			var r spend.Reservation
			err := db.Write(t.Context(), func(tx storage.Querier) (err error) {
				if r, err = l.Reserve(t.Context(), tx, "ada", "", spend.Cost{InputTokens: 500}); err != nil {
					return err
				}
				return errRollback
			})
			if !errors.Is(err, errRollback) {
				t.Fatal(err)
			}
			if err := db.Write(t.Context(), func(tx storage.Querier) error {
				return l.Charge(t.Context(), tx, spend.Charge{Reservation: r, Cost: spend.Cost{InputTokens: 30}, IsReservationRolledBack: true})
			}); err != nil {
				t.Fatal(err)
			}
			if tokens, _ := largestSums(t, db); tokens != int64(30*(round+1)) {
				t.Errorf("round %d: %d tokens are counted", round, tokens)
			}
		}
	})
}
