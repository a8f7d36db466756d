package limits

import (
	"context"
	"time"
)

// Allowance is what a limit allows now.
type Allowance struct {
	EventsLeft int // number of events
	// MoreAt is the time from which the limit allows one event more than Left. It is zero
	// if no event is counted.
	MoreAt time.Time
}

// Left returns what a limit allows now, in one query. It does not count an event.
func (c *Counter) Left(ctx context.Context, l Limit) (Allowance, error) {
	r := c.rows([]Limit{l})[0]
	all, err := readCounts(ctx, c.db.Reader(), []row{r})
	if err != nil {
		return Allowance{}, err
	}
	counts := all[0]
	room := Allowance{EventsLeft: max(0, r.maxCurrent(counts.previous)-counts.current)}
	if room.EventsLeft < l.N {
		room.MoreAt = r.now.Add(r.wait(counts, room.EventsLeft+1))
	}
	return room, nil
}
