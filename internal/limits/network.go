package limits

import (
	"time"

	"colloquy/internal/core"
)

// tierFactor is how many times the events of an IPv6 tier the next wider tier
// may make: whoever has a /48 has 65,536 networks of the narrowest kind.
const tierFactor = 4

// ByNetwork returns the limits of a rule for a caller's network, one for each
// of its tiers: n events within per for the narrowest, and four times as many
// for each wider one.
func ByNetwork(rule string, from core.Network, n int, per time.Duration) []Limit {
	tiers := from.Tiers()
	out := make([]Limit, len(tiers))
	for i, tier := range tiers {
		out[i] = Limit{Key: rule + " " + tier, N: n, Per: per}
		n *= tierFactor
	}
	return out
}
