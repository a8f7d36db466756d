package httpx

import (
	"maps"
	"slices"
	"time"
)

const (
	// maxSharedWindows is the most windows of a Limiter whose counts are exchanged. Each
	// process counts further windows alone.
	maxSharedWindows = 1 << 16
	// dropWindowsInterval is how often ended windows are removed.
	dropWindowsInterval = 10 * time.Second
)

// CountedWindow is a fixed window of a key in a Limiter.
type CountedWindow struct {
	LimiterKey string
	Duration   time.Duration // length
	Start      int64         // Unix time in nanoseconds
}

// sharedCounts is what a Limiter exchanges with other processes. The maps are nil until
// StartSharingCounts is called.
type sharedCounts struct {
	unsentCounts          map[CountedWindow]int // own events since the last exchange
	processCountsByWindow map[CountedWindow]processCounts
	endedWindowsDroppedAt time.Time
}

// processCounts divides the shared count of a window into the events of this process and those
// of the other processes.
type processCounts struct{ own, others int }

// add adds n own events of a window.
func (c *sharedCounts) add(w CountedWindow, n int) {
	if _, known := c.unsentCounts[w]; c.unsentCounts != nil && (known || len(c.unsentCounts) < maxSharedWindows) {
		c.unsentCounts[w] += n
	}
}

// takeUnsent returns the events since the last exchange, by window, and forgets the events.
// takeUnsent leaves out the events of ended windows. For each window, the result also has the
// previous window, which the sliding window still covers. A previous window without new events has
// the number 0. Until StartSharingCounts is called, takeUnsent returns nil.
func (c *sharedCounts) takeUnsent(now time.Time) map[CountedWindow]int {
	if c.unsentCounts == nil {
		return nil
	}
	takenCounts := c.unsentCounts
	c.unsentCounts = make(map[CountedWindow]int, len(takenCounts))
	if now.Sub(c.endedWindowsDroppedAt) >= dropWindowsInterval {
		c.endedWindowsDroppedAt = now
		maps.DeleteFunc(c.processCountsByWindow, func(w CountedWindow, _ processCounts) bool { return w.hasEnded(now) })
	}
	maps.DeleteFunc(takenCounts, func(w CountedWindow, n int) bool { return n == 0 || w.hasEnded(now) })
	for _, w := range slices.Collect(maps.Keys(takenCounts)) {
		if previousWindow := w.previousWindow(); !previousWindow.hasEnded(now) {
			takenCounts[previousWindow] += 0
		}
	}
	return takenCounts
}

// setSharedCount stores the result of an exchange for a window. sent is how many events of this process the
// exchange added to the shared count. sum is the new shared count.
func (c *sharedCounts) setSharedCount(w CountedWindow, sent, sum int) {
	formerCount, ok := c.processCountsByWindow[w]
	if !ok && (sum == 0 || len(c.processCountsByWindow) >= maxSharedWindows) {
		return
	}
	sent += formerCount.own
	c.processCountsByWindow[w] = processCounts{own: sent, others: max(0, sum-sent)}
}

// previousWindow returns the window of the same key that ends where w begins.
func (w CountedWindow) previousWindow() CountedWindow {
	w.Start -= int64(w.Duration)
	return w
}

// hasEnded reports whether no sliding window covers w any more.
func (w CountedWindow) hasEnded(now time.Time) bool {
	return now.UnixNano() >= w.Start+2*int64(w.Duration)
}

// StartSharingCounts starts the recording of the events that ExchangeCounts sends. Call
// StartSharingCounts before the first event.
func (l *Limiter) StartSharingCounts() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sharedCounts.unsentCounts, l.sharedCounts.processCountsByWindow = map[CountedWindow]int{}, map[CountedWindow]processCounts{}
}

// ExchangeCounts calls send with the events since the last exchange. send adds the events to counts that
// processes share, and returns the sums. From these sums the Limiter counts the events of other
// processes. If a window gets no sum, the next call sends its events again. Without events
// ExchangeCounts does not call send. Only one goroutine may call ExchangeCounts.
func (l *Limiter) ExchangeCounts(send func(events map[CountedWindow]int) (sums map[CountedWindow]int, err error)) error {
	l.mu.Lock()
	events := l.sharedCounts.takeUnsent(l.clock.Now())
	l.mu.Unlock()
	if len(events) == 0 {
		return nil
	}
	sums, err := send(events)
	l.mu.Lock()
	defer l.mu.Unlock()
	for w, n := range events {
		if sum, sent := sums[w]; sent {
			l.sharedCounts.setSharedCount(w, n, sum)
		} else {
			l.sharedCounts.add(w, n)
		}
	}
	return err
}
