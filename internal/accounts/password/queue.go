package password

import (
	"context"
	"sync"
	"time"

	"colloquy/internal/core"
)

// ErrBusy reports that no slot became free in time.
var ErrBusy = core.E(core.Unavailable, "busy", "Many people are signing in right now. Please try again in a moment.")

const (
	// maxQueueWait is how long a call waits for a slot before it fails with ErrBusy. Package
	// accounts delays a refusal by half a second (defaultLimitRefusalDelay), so the caller has the
	// answer after 2 s. Rule limits-password-queue.
	maxQueueWait = 1500 * time.Millisecond
	// maxQueuePerNetwork is how many calls of one network may wait at once.
	maxQueuePerNetwork = 64
	// maxKnownCallerStreak is how many slots in a row go to known callers while unknown callers wait.
	// Rule limits-password-queue.
	maxKnownCallerStreak = 3
)

// queue is a semaphore. It limits how many password hashes run in parallel, because a hash uses
// much processor time and memory. The waiting calls of each network form a line of their own. The
// lines take turns, so that a network with many calls does not delay others. Known devices and networks have a lane of their
// own, with priority. Rule limits-password-queue.
type queue struct {
	// MaxWait is how long a call waits for a slot. It must not change while calls wait.
	MaxWait time.Duration

	mu                sync.Mutex
	freeSlotCount     int
	knownCallerLane   callerLane
	otherCallerLane   callerLane
	knownCallerStreak int // slots given to knownCallerLane since otherCallerLane last got one
}

func newQueue(slots int) *queue {
	return &queue{MaxWait: maxQueueWait, freeSlotCount: slots}
}

// QueueKey selects the queue in which a call waits.
type QueueKey struct {
	Network       string
	IsKnownCaller bool // the account signed in from the device or network before
}

// waiter is a waiting call. ready is closed when the call gets a slot.
type waiter struct{ ready chan struct{} }

// Acquire waits for a slot. The caller must call release after its work. The error is ErrBusy if
// the queue of key is full or the wait exceeds MaxWait. If ctx ends first, Acquire returns the
// error of ctx.
func (q *queue) Acquire(ctx context.Context, key QueueKey) (release func(), err error) {
	w, err := q.join(key)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(q.MaxWait)
	defer timer.Stop()
	select {
	case <-w.ready:
		return q.release, nil
	case <-timer.C:
		err = ErrBusy.WithRetryAfter(q.MaxWait)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if !q.leave(key, w) { // the waiter got a slot in the meantime
		q.release()
	}
	return nil, err
}

// join returns a new waiter. If a slot is free, the waiter gets it at once. Else join appends the
// waiter to the queue of key, or returns ErrBusy if this queue is full.
func (q *queue) join(key QueueKey) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := &waiter{ready: make(chan struct{})}
	if q.freeSlotCount > 0 {
		q.freeSlotCount--
		close(w.ready)
		return w, nil
	}
	if !q.laneOf(key).push(key.Network, w) {
		return nil, ErrBusy.WithRetryAfter(q.MaxWait)
	}
	return w, nil
}

// leave removes a waiter from its queue. It returns false if the waiter already has a slot.
func (q *queue) leave(key QueueKey, w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.laneOf(key).remove(key.Network, w)
}

// release gives the caller's slot to the next waiter, or frees it.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	firstLane, secondLane := &q.knownCallerLane, &q.otherCallerLane
	if q.knownCallerStreak >= maxKnownCallerStreak {
		firstLane, secondLane = secondLane, firstLane
	}
	w := firstLane.pop()
	if w == nil {
		w, firstLane = secondLane.pop(), secondLane
	}
	if w == nil {
		q.freeSlotCount++
		q.knownCallerStreak = 0
		return
	}
	if q.knownCallerStreak++; firstLane == &q.otherCallerLane {
		q.knownCallerStreak = 0
	}
	close(w.ready)
}

// laneOf returns the lane of a key.
func (q *queue) laneOf(key QueueKey) *callerLane {
	if key.IsKnownCaller {
		return &q.knownCallerLane
	}
	return &q.otherCallerLane
}

// callerLane is a round-robin list of the queues of networks. The first queue is served next.
type callerLane []networkQueue

// networkQueue has the waiting calls of one network, in the order of their arrival.
type networkQueue struct {
	network string
	waiters []*waiter
}

// indexOf returns the index of the queue of a network, or -1.
func (l *callerLane) indexOf(network string) int {
	for i := range *l {
		if (*l)[i].network == network {
			return i
		}
	}
	return -1
}

// push appends a waiter to the queue of a network. It returns false if the queue
// is full.
func (l *callerLane) push(network string, w *waiter) bool {
	i := l.indexOf(network)
	if i < 0 {
		*l = append(*l, networkQueue{network, []*waiter{w}})
		return true
	}
	if len((*l)[i].waiters) >= maxQueuePerNetwork {
		return false
	}
	(*l)[i].waiters = append((*l)[i].waiters, w)
	return true
}

// pop removes the first waiter of the first queue and moves that queue to the end
// of the lane. It returns nil if no call waits.
func (l *callerLane) pop() *waiter {
	if len(*l) == 0 {
		return nil
	}
	firstQueue := (*l)[0]
	w := firstQueue.waiters[0]
	*l = append((*l)[:0], (*l)[1:]...)
	if firstQueue.waiters = firstQueue.waiters[1:]; len(firstQueue.waiters) > 0 {
		*l = append(*l, firstQueue)
	}
	return w
}

// remove removes a waiter from the queue of a network. It returns false if the waiter is not
// in the queue.
func (l *callerLane) remove(network string, w *waiter) bool {
	i := l.indexOf(network)
	if i < 0 {
		return false
	}
	for j, other := range (*l)[i].waiters {
		if other != w {
			continue
		}
		otherWaiters := append((*l)[i].waiters[:j:j], (*l)[i].waiters[j+1:]...)
		if (*l)[i].waiters = otherWaiters; len(otherWaiters) == 0 {
			*l = append((*l)[:i], (*l)[i+1:]...)
		}
		return true
	}
	return false
}
