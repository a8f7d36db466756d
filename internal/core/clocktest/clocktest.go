// Package clocktest has a clock for tests.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a core.Clock whose time changes only when a test changes it. It is safe
// for concurrent use.
type Clock struct {
	mu   sync.Mutex
	now  time.Time
	tick time.Duration
}

// At returns a clock with a time that does not advance by itself.
func At(now time.Time) *Clock { return &Clock{now: now} }

// Ticking returns a clock that advances by a second at each call of Now.
func Ticking(now time.Time) *Clock { return &Clock{now: now, tick: time.Second} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(c.tick)
	return c.now
}

// Advance moves the clock forward by d.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set sets the time of the clock.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}
