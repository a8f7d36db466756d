package httpx

import (
	"sync"
	"time"

	"github.com/go-chi/httprate"

	"colloquy/internal/core"
)

// Limiter counts events per key in a sliding window. Counts live in memory:
// each replica has its own.
type Limiter struct {
	clock core.Clock
	mu    sync.Mutex
	byPer map[time.Duration]httprate.LimitCounter
}

// NewLimiter makes an empty Limiter.
func NewLimiter(clock core.Clock) *Limiter {
	return &Limiter{clock: clock, byPer: map[time.Duration]httprate.LimitCounter{}}
}

// Allow counts one event if fewer than n happened within per, and otherwise
// tells how long to wait.
func (l *Limiter) Allow(key string, n int, per time.Duration) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count(key, per)+1 > float64(n) {
		return l.untilNext(per), false
	}
	l.add(key, per)
	return 0, true
}

// Full tells whether n events or more happened within per, without counting
// one, and how long to wait if so.
func (l *Limiter) Full(key string, n int, per time.Duration) (wait time.Duration, full bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count(key, per) < float64(n) {
		return 0, false
	}
	return l.untilNext(per), true
}

// Add counts one event.
func (l *Limiter) Add(key string, per time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.add(key, per)
}

func (l *Limiter) counter(per time.Duration) httprate.LimitCounter {
	c, ok := l.byPer[per]
	if !ok {
		c = httprate.NewLocalLimitCounter(per)
		l.byPer[per] = c
	}
	return c
}

func (l *Limiter) add(key string, per time.Duration) {
	// The counter lives in memory and cannot fail.
	_ = l.counter(per).Increment(key, l.clock.Now().Truncate(per))
}

// count weighs the former window by the share of it that the sliding window
// still covers.
func (l *Limiter) count(key string, per time.Duration) float64 {
	now := l.clock.Now()
	window := now.Truncate(per)
	current, previous, err := l.counter(per).Get(key, window, window.Add(-per))
	if err != nil {
		return 0
	}
	return float64(previous)*float64(per-now.Sub(window))/float64(per) + float64(current)
}

func (l *Limiter) untilNext(per time.Duration) time.Duration {
	now := l.clock.Now()
	return now.Truncate(per).Add(per).Sub(now)
}
