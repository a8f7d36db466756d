package limits

import (
	"slices"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
)

// TestRowsAreLockedInOneOrder: otherwise two transactions with the same limits in
// different orders could deadlock.
func TestRowsAreLockedInOneOrder(t *testing.T) {
	c := &Counter{clock: clocktest.At(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)), secret: []byte("secret")}
	list := []Limit{{Key: "a", N: 1, Period: time.Hour}, {Key: "b", N: 1, Period: time.Hour}, {Key: "c", N: 1, Period: time.Hour}, {Key: "c", N: 1, Period: time.Minute}}
	hashes := func(list []Limit) (out []string) {
		for _, r := range c.rows(list) {
			out = append(out, r.keyHash)
		}
		return out
	}
	want := hashes(list)
	for range len(list) {
		list = append(list[1:], list[0])
		if got := hashes(list); !slices.Equal(got, want) {
			t.Errorf("%q, and in another order %q", want, got)
		}
	}
}
