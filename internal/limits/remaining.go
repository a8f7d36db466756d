package limits

import (
	"context"
	"time"
)

// Allowance is what a limit allows now.
type Allowance struct {
	EventsLeft int // number of events
	// NextIncreaseAt is the time from which the limit allows one event more than EventsLeft. NextIncreaseAt is zero
	// if no event is counted.
	NextIncreaseAt time.Time
}

// Left returns what a limit allows now, in one query. It does not count an event.
func (c *Counter) Left(ctx context.Context, l Limit) (Allowance, error) {
	r := c.rows([]Limit{l})[0]
	allCounts, err := readCounts(ctx, c.db.Reader(), []row{r})
	if err != nil {
		return Allowance{}, err
	}
	counts := allCounts[0]
	allowance := Allowance{EventsLeft: max(0, r.maxInCurrentWindow(counts.previous)-counts.current)}
	if allowance.EventsLeft < l.N {
		allowance.NextIncreaseAt = r.now.Add(r.timeUntilAllowed(counts, allowance.EventsLeft+1))
	}
	return allowance, nil
}
