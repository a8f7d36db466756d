package httpx

import (
	"sync"
	"time"

	"github.com/go-chi/httprate"

	"colloquy/internal/core"
)

// Limiter counts events by key in a sliding window. The counts are in memory, so each
// process counts separately, unless ExchangeCounts is called.
type Limiter struct {
	clock            core.Clock
	mu               sync.Mutex
	countersByPeriod map[time.Duration]httprate.LimitCounter // by length of the window
	sharedCounts     sharedCounts
}

// NewLimiter returns a Limiter without counts.
func NewLimiter(clock core.Clock) *Limiter {
	return &Limiter{clock: clock, countersByPeriod: map[time.Duration]httprate.LimitCounter{}}
}

// Allow counts one event if fewer than n happened within per. Otherwise it returns
// how long to wait.
func (l *Limiter) Allow(key string, n int, per time.Duration) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.windowOf(key, per)
	if w.slidingCount()+1 > float64(n) {
		return w.waitUntilBelow(float64(n - 1)), false
	}
	l.add(key, per, 1)
	return 0, true
}

// Uncount removes one event that Allow counted. It does nothing if this process has counted no
// event of the key in the current fixed window.
func (l *Limiter) Uncount(key string, per time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.windowOf(key, per).ownCurrentCount > 0 {
		l.add(key, per, -1)
	}
}

// add adds n events to the current fixed window of a key.
func (l *Limiter) add(key string, per time.Duration, n int) {
	start := l.clock.Now().Truncate(per)
	_ = l.counter(per).IncrementBy(key, start, n) // in memory it cannot fail
	l.sharedCounts.add(CountedWindow{key, per, start.UnixNano()}, n)
}

func (l *Limiter) counter(per time.Duration) httprate.LimitCounter {
	c, ok := l.countersByPeriod[per]
	if !ok {
		c = httprate.NewLocalLimitCounter(per)
		l.countersByPeriod[per] = c
	}
	return c
}

// window has the counts of a key in the current and the previous fixed window.
type window struct {
	per, elapsed                time.Duration
	currentCount, previousCount float64
	ownCurrentCount             int // the part of currentCount that this process has counted
}

func (l *Limiter) windowOf(key string, per time.Duration) window {
	now := l.clock.Now()
	start := now.Truncate(per)
	w := window{per: per, elapsed: now.Sub(start)}
	if current, previous, err := l.counter(per).Get(key, start, start.Add(-per)); err == nil {
		w.ownCurrentCount, w.currentCount, w.previousCount = current, float64(current), float64(previous)
	}
	w.currentCount += float64(l.sharedCounts.processCountsByWindow[CountedWindow{key, per, start.UnixNano()}].others)
	w.previousCount += float64(l.sharedCounts.processCountsByWindow[CountedWindow{key, per, start.Add(-per).UnixNano()}].others)
	return w
}

// slidingCount returns the count of the sliding window: the count of the current fixed
// window, plus the share of the previous count that the sliding window still covers.
func (w window) slidingCount() float64 {
	return w.previousCount*float64(w.per-w.elapsed)/float64(w.per) + w.currentCount
}

// waitUntilBelow returns the time until slidingCount is at most limit.
func (w window) waitUntilBelow(limit float64) time.Duration {
	timeLeft, fadingCount := -w.elapsed, w.previousCount
	if room := limit - w.currentCount; room > 0 {
		limit = room
	} else {
		timeLeft, fadingCount = w.per-w.elapsed, w.currentCount
	}
	allowedFadingShare := 1.0 // the share of fadingCount that the sliding window may still include
	if fadingCount > limit {
		allowedFadingShare = limit / fadingCount
	}
	return timeLeft + time.Duration(float64(w.per)*(1-allowedFadingShare)) + time.Millisecond
}
