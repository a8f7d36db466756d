// Package clocktest holds the clock of tests, which a test sets forward.
package clocktest

import (
	"sync"
	"time"
)

// Clock stands where it was set. Any number of goroutines may read it.
type Clock struct {
	mu   sync.Mutex
	now  time.Time
	tick time.Duration
}

// At is a clock that stands at a time.
func At(now time.Time) *Clock { return &Clock{now: now} }

// Ticking is a clock that goes on by a second each time it is read.
func Ticking(now time.Time) *Clock { return &Clock{now: now, tick: time.Second} }

// Now is the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.tick)
	return c.now
}

// Advance sets the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}
