package limits

import (
	"cmp"
	"math"
	"time"
)

// windowCounts has the number of events of a key in the current and the previous window. gapLeft is
// the time until the gap of a spaced limit ends.
type windowCounts struct {
	current, previous int
	gapLeft           time.Duration
}

// previousWeight returns the share of the previous window that the sliding window covers.
func (r row) previousWeight() float64 {
	return float64(r.limit.Period-r.elapsed) / float64(r.limit.Period)
}

// maxInCurrentWindow returns the number of events that the current window may have: the
// limit minus the weighted events of the previous window. Rule limits-never-passed.
func (r row) maxInCurrentWindow(previous int) int {
	return max(0, int(math.Floor(float64(r.limit.N)-float64(previous)*r.previousWeight())))
}

// newFullError returns the error of a full limit.
func (r row) newFullError(c windowCounts) *FullError {
	return &FullError{Limit: r.limit, Wait: r.timeUntilAllowed(c, 1)}
}

// timeUntilAllowed returns the time until the limit allows n events, if nothing else is counted.
func (r row) timeUntilAllowed(c windowCounts, n int) time.Duration {
	per, room := r.limit.Period, r.limit.N-n
	if r.limit.isSpaced {
		return cmp.Or(c.gapLeft, per)
	}
	// The current window has room for the events. They are allowed as soon as the weight of the
	// previous window has decreased enough.
	if free := room - c.current; free >= 0 && c.previous > 0 {
		allowedShare := min(1, float64(free)/float64(c.previous))
		return per - r.elapsed - time.Duration(allowedShare*float64(per)) + time.Millisecond
	}
	// Here the current window alone has too many events. The n events are allowed only after the
	// current window has become the previous window.
	allowedShare := 1.0
	if c.current > 0 {
		allowedShare = min(1, max(0, float64(room)/float64(c.current)))
	}
	return per - r.elapsed + time.Duration((1-allowedShare)*float64(per)) + time.Millisecond
}
