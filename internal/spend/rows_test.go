package spend

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
)

// TestRowsAreLockedInOneOrder: transactions that lock the rows of one user and one
// network in different orders could deadlock.
func TestRowsAreLockedInOneOrder(t *testing.T) {
	l := &Ledger{
		clock: clocktest.At(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)), secret: []byte("secret"),
		opts: Options{UserTokenCap: 1, NetworkTokenCap: 1, TotalTokenCap: 1},
	}
	for i := range 20 {
		rows := l.cappedRows(fmt.Sprint("user", i), fmt.Sprint("network", i))
		if len(rows) != 3 || !slices.IsSortedFunc(rows, func(a, b cappedRow) int { return strings.Compare(a.keyHash, b.keyHash) }) {
			t.Errorf("the rows of user %d are %v", i, rows)
		}
	}
}
