package core_test

import (
	"slices"
	"testing"

	"colloquy/internal/core"
)

func TestTiersAreNarrowestFirst(t *testing.T) {
	for addr, want := range map[string][]string{
		"192.0.2.7":            {"192.0.2.7"},
		"::ffff:192.0.2.7":     {"192.0.2.7"},
		"2001:db8:1:2:3::4":    {"2001:db8:1:2::/64", "2001:db8:1::/56", "2001:db8:1::/48"},
		"2001:db8:1:2ff::1%e0": {"2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"},
		"no address":           {"unknown"},
		"":                     {"unknown"},
	} {
		if got := core.NetworkOf(addr).Tiers(); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", addr, got, want)
		}
	}
}
