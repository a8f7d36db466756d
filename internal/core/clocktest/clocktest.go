// Package clocktest holds the clock of tests.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a core.Clock that stands still until it is moved. Its methods may be
// called concurrently.
type Clock struct {
	mu   sync.Mutex
	now  time.Time
	tick time.Duration
}

// At returns a clock that stands at a time.
func At(now time.Time) *Clock { return &Clock{now: now} }

// Ticking returns a clock that advances by a second each time it is read.
func Ticking(now time.Time) *Clock { return &Clock{now: now, tick: time.Second} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.tick)
	return c.now
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set moves the clock to a time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
