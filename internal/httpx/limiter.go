package httpx

import (
	"sync"
	"time"

	"github.com/go-chi/httprate"

	"colloquy/internal/core"
)

// Limiter counts events by key in a sliding window. The counts are in memory, so each
// process counts separately.
type Limiter struct {
	clock core.Clock
	mu    sync.Mutex
	byPer map[time.Duration]httprate.LimitCounter
}

// NewLimiter returns a Limiter without counts.
func NewLimiter(clock core.Clock) *Limiter {
	return &Limiter{clock: clock, byPer: map[time.Duration]httprate.LimitCounter{}}
}

// Allow counts one event if fewer than n happened within per. Otherwise it returns
// how long to wait.
func (l *Limiter) Allow(key string, n int, per time.Duration) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.window(key, per)
	if w.count()+1 > float64(n) {
		return w.waitUntil(float64(n - 1)), false
	}
	_ = l.counter(per).Increment(key, l.clock.Now().Truncate(per)) // in memory it cannot fail
	return 0, true
}

// Give removes one event that Allow counted.
func (l *Limiter) Give(key string, per time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.window(key, per).current > 0 {
		_ = l.counter(per).IncrementBy(key, l.clock.Now().Truncate(per), -1) // in memory it cannot fail
	}
}

func (l *Limiter) counter(per time.Duration) httprate.LimitCounter {
	c, ok := l.byPer[per]
	if !ok {
		c = httprate.NewLocalLimitCounter(per)
		l.byPer[per] = c
	}
	return c
}

// window has the counts of a key in the current and the previous fixed window.
type window struct {
	per, elapsed      time.Duration
	current, previous float64
}

func (l *Limiter) window(key string, per time.Duration) window {
	now := l.clock.Now()
	start := now.Truncate(per)
	w := window{per: per, elapsed: now.Sub(start)}
	if current, previous, err := l.counter(per).Get(key, start, start.Add(-per)); err == nil {
		w.current, w.previous = float64(current), float64(previous)
	}
	return w
}

// count returns the count of the sliding window: that of the current fixed window, and
// the share of the previous one that the sliding window still covers.
func (w window) count() float64 {
	return w.previous*float64(w.per-w.elapsed)/float64(w.per) + w.current
}

// waitUntil returns the time until count is at most limit.
func (w window) waitUntil(limit float64) time.Duration {
	rest, fading := -w.elapsed, w.previous
	if room := limit - w.current; room > 0 {
		limit = room
	} else {
		rest, fading = w.per-w.elapsed, w.current
	}
	share := 1.0 // the part of the fading window that may still count
	if fading > limit {
		share = limit / fading
	}
	return rest + time.Duration(float64(w.per)*(1-share)) + time.Millisecond
}
