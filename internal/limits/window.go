package limits

import (
	"math"
	"time"
)

// counts are the events of a key in the present window of time and in the one
// before it.
type counts struct{ current, previous int }

// weight is the share of the previous window that the sliding window covers.
func (r row) weight() float64 {
	return float64(r.limit.Per-r.elapsed) / float64(r.limit.Per)
}

// most is how many events the present window may hold now, beside what the
// previous one still weighs.
func (r row) most(previous int) int {
	return max(0, int(math.Floor(float64(r.limit.N)-float64(previous)*r.weight())))
}

// full returns the error of a limit without room, with the time until it has
// room for one event.
func (r row) full(c counts) *FullError {
	return &FullError{Limit: r.limit, Wait: r.wait(c)}
}

func (r row) wait(c counts) time.Duration {
	per, room := r.limit.Per, r.limit.N-1
	// Within this window the previous one fades until its weight leaves room.
	if free := room - c.current; free >= 0 && c.previous > 0 {
		share := min(1, float64(free)/float64(c.previous))
		return per - r.elapsed - time.Duration(share*float64(per)) + time.Millisecond
	}
	// Otherwise this window has to become the previous one and fade.
	share := 1.0
	if c.current > 0 {
		share = min(1, max(0, float64(room)/float64(c.current)))
	}
	return per - r.elapsed + time.Duration((1-share)*float64(per)) + time.Millisecond
}
