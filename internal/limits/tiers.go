package limits

import (
	"time"

	"colloquy/internal/core"
)

// limitFactorPerTier is the ratio of the limits of an IPv6 tier and the next narrower one. Rules
// limits-guesses-place, limits-reveals.
const limitFactorPerTier = 4

// ByNetwork returns the limits of a rule for a network, one for each tier of the network
// (core.Network). The narrowest tier may have n events within the duration `per`. Each wider tier
// may have limitFactorPerTier times as many events as the tier before.
func ByNetwork(rule string, from core.Network, n int, per time.Duration) []Limit {
	tiers := from.Tiers()
	out := make([]Limit, len(tiers))
	for i, tier := range tiers {
		out[i] = Limit{Key: rule + " " + tier, N: n, Period: per}
		n *= limitFactorPerTier
	}
	return out
}
