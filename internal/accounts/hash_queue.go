package accounts

import (
	"context"
	"sync"
	"time"
)

const (
	// maxQueueWait is how long a call waits for a slot before it gets errBusy.
	// Hashes use much processor time and memory, and must not starve other calls.
	maxQueueWait = 2 * time.Second
	// maxQueuePerNetwork is how many calls of one network wait at once.
	maxQueuePerNetwork = 64
	// knownInARow is how many slots in a row go to the known lane while calls wait
	// in the other one.
	knownInARow = 3
)

// hashQueue is a semaphore with fair queueing by network. A network that makes
// many calls waits behind its own calls. Known devices and networks have a lane
// of their own, which is served first.
type hashQueue struct {
	maxWait time.Duration

	mu          sync.Mutex
	freeSlots   int
	knownLane   lane
	otherLane   lane
	knownServed int // since the other lane was last served
}

func newHashQueue(slots int) *hashQueue {
	return &hashQueue{maxWait: maxQueueWait, freeSlots: slots}
}

// lineKey selects the line that a call waits in.
type lineKey struct {
	network string
	isKnown bool
}

// waiter is a call that waits; ready is closed when it gets a slot.
type waiter struct{ ready chan struct{} }

// acquire waits for a slot. The caller must call release. It returns errBusy if
// the line of key is full or the wait takes longer than maxWait.
func (q *hashQueue) acquire(ctx context.Context, key lineKey) (release func(), err error) {
	w, err := q.join(key)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(q.maxWait)
	defer timer.Stop()
	select {
	case <-w.ready:
		return q.release, nil
	case <-timer.C:
		err = errBusy.After(q.maxWait)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if !q.leave(key, w) { // it got a slot at the same moment
		q.release()
	}
	return nil, err
}

// join takes a free slot, or else appends a waiter to the line of key.
func (q *hashQueue) join(key lineKey) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := &waiter{ready: make(chan struct{})}
	if q.freeSlots > 0 {
		q.freeSlots--
		close(w.ready)
		return w, nil
	}
	if !q.lane(key).push(key.network, w) {
		return nil, errBusy.After(q.maxWait)
	}
	return w, nil
}

// leave removes a waiter. It returns false if the waiter has got a slot.
func (q *hashQueue) leave(key lineKey, w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lane(key).remove(key.network, w)
}

// release gives the caller's slot to the next waiter, or frees it.
func (q *hashQueue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	first, second := &q.knownLane, &q.otherLane
	if q.knownServed >= knownInARow {
		first, second = second, first
	}
	w := first.pop()
	if w == nil {
		w, first = second.pop(), second
	}
	if w == nil {
		q.freeSlots++
		q.knownServed = 0
		return
	}
	if q.knownServed++; first == &q.otherLane {
		q.knownServed = 0
	}
	close(w.ready)
}

func (q *hashQueue) lane(key lineKey) *lane {
	if key.isKnown {
		return &q.knownLane
	}
	return &q.otherLane
}

// lane holds a line for each network, in the order in which they are served.
type lane []line

type line struct {
	network string
	waiters []*waiter
}

func (l *lane) indexOf(network string) int {
	for i := range *l {
		if (*l)[i].network == network {
			return i
		}
	}
	return -1
}

// push appends a waiter to the line of a network. It returns false if the line
// is full.
func (l *lane) push(network string, w *waiter) bool {
	i := l.indexOf(network)
	if i < 0 {
		*l = append(*l, line{network, []*waiter{w}})
		return true
	}
	if len((*l)[i].waiters) >= maxQueuePerNetwork {
		return false
	}
	(*l)[i].waiters = append((*l)[i].waiters, w)
	return true
}

// pop removes the first waiter of the first line and moves that line to the end.
// It returns nil if no call waits.
func (l *lane) pop() *waiter {
	if len(*l) == 0 {
		return nil
	}
	first := (*l)[0]
	w := first.waiters[0]
	*l = append((*l)[:0], (*l)[1:]...)
	if first.waiters = first.waiters[1:]; len(first.waiters) > 0 {
		*l = append(*l, first)
	}
	return w
}

func (l *lane) remove(network string, w *waiter) bool {
	i := l.indexOf(network)
	if i < 0 {
		return false
	}
	for j, other := range (*l)[i].waiters {
		if other != w {
			continue
		}
		rest := append((*l)[i].waiters[:j:j], (*l)[i].waiters[j+1:]...)
		if (*l)[i].waiters = rest; len(rest) == 0 {
			*l = append((*l)[:i], (*l)[i+1:]...)
		}
		return true
	}
	return false
}
