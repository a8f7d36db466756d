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
	Key   string
	Per   time.Duration // length
	Start int64         // Unix time in nanoseconds
}

// sharedCounts is what a Limiter exchanges with other processes. The maps are nil until
// StartSharing is called.
type sharedCounts struct {
	unsent    map[CountedWindow]int // own events since the last exchange
	exchanged map[CountedWindow]exchangedCount
	droppedAt time.Time
}

// exchangedCount divides the shared count of a window into the events of this process and those
// of the other processes.
type exchangedCount struct{ own, others int }

// add adds n own events of a window.
func (c *sharedCounts) add(w CountedWindow, n int) {
	if _, known := c.unsent[w]; c.unsent != nil && (known || len(c.unsent) < maxSharedWindows) {
		c.unsent[w] += n
	}
}

// takeUnsent returns the events since the last exchange, by window, and forgets the events.
// takeUnsent leaves out the events of ended windows. For each window, the result also has the
// previous window, which the sliding window still covers. A previous window without new events has
// the number 0. Until StartSharing is called, takeUnsent returns nil.
func (c *sharedCounts) takeUnsent(now time.Time) map[CountedWindow]int {
	if c.unsent == nil {
		return nil
	}
	unsentEvents := c.unsent
	c.unsent = make(map[CountedWindow]int, len(unsentEvents))
	if now.Sub(c.droppedAt) >= dropWindowsInterval {
		c.droppedAt = now
		maps.DeleteFunc(c.exchanged, func(w CountedWindow, _ exchangedCount) bool { return w.hasEnded(now) })
	}
	maps.DeleteFunc(unsentEvents, func(w CountedWindow, n int) bool { return n == 0 || w.hasEnded(now) })
	for _, w := range slices.Collect(maps.Keys(unsentEvents)) {
		if previousWindow := w.previous(); !previousWindow.hasEnded(now) {
			unsentEvents[previousWindow] += 0
		}
	}
	return unsentEvents
}

// setSharedCount stores the result of an exchange for a window. sent is how many events of this process the
// exchange added to the shared count. sum is the new shared count.
func (c *sharedCounts) setSharedCount(w CountedWindow, sent, sum int) {
	formerCount, ok := c.exchanged[w]
	if !ok && (sum == 0 || len(c.exchanged) >= maxSharedWindows) {
		return
	}
	sent += formerCount.own
	c.exchanged[w] = exchangedCount{own: sent, others: max(0, sum-sent)}
}

// previous returns the window of the same key that ends where w begins.
func (w CountedWindow) previous() CountedWindow {
	w.Start -= int64(w.Per)
	return w
}

// hasEnded reports whether no sliding window covers w any more.
func (w CountedWindow) hasEnded(now time.Time) bool { return now.UnixNano() >= w.Start+2*int64(w.Per) }

// StartSharing starts the recording of the events that Exchange sends. Call it before the first event.
func (l *Limiter) StartSharing() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shared.unsent, l.shared.exchanged = map[CountedWindow]int{}, map[CountedWindow]exchangedCount{}
}

// Exchange calls send with the events since the last exchange. send adds the events to counts that
// processes share, and returns the sums. From these sums the Limiter counts the events of other
// processes. If a window gets no sum, the next call sends its events again. Without events Exchange
// does not call send. Only one goroutine may call Exchange.
func (l *Limiter) Exchange(send func(events map[CountedWindow]int) (sums map[CountedWindow]int, err error)) error {
	l.mu.Lock()
	events := l.shared.takeUnsent(l.clock.Now())
	l.mu.Unlock()
	if len(events) == 0 {
		return nil
	}
	sums, err := send(events)
	l.mu.Lock()
	defer l.mu.Unlock()
	for w, n := range events {
		if sum, sent := sums[w]; sent {
			l.shared.setSharedCount(w, n, sum)
		} else {
			l.shared.add(w, n)
		}
	}
	return err
}
