package accounts

import (
	"context"
	"sync"
	"time"
)

const (
	// queueWait is how long a hash waits for its turn before the caller is told to
	// come back: hashes are costly on purpose, and must not starve the rest.
	queueWait = 2 * time.Second
	// queuePerNetwork is how many hashes of one network wait at once.
	queuePerNetwork = 64
	// knownTurns is how many turns in a row go to known devices and networks while
	// others wait too.
	knownTurns = 3
)

// queue gives out a bounded number of turns at once. Networks take turns one
// after the other, however many calls each of them makes; devices and networks
// that signed in before have a lane of their own, which goes first.
type queue struct {
	wait time.Duration

	mu     sync.Mutex
	free   int
	known  lane
	others lane
	row    int // turns of the known lane since one of the others
}

func newQueue(turns int) *queue {
	return &queue{wait: queueWait, free: turns, known: lane{}, others: lane{}}
}

// place is where a hash waits: in the line of its network, in one of two lanes.
type place struct {
	network string
	known   bool
}

// waiter waits for its turn; ready is closed when it has come.
type waiter struct{ ready chan struct{} }

// turn waits for a turn. The caller ends it with done.
func (q *queue) turn(ctx context.Context, p place) (done func(), err error) {
	w, err := q.join(p)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(q.wait)
	defer timer.Stop()
	select {
	case <-w.ready:
		return q.next, nil
	case <-timer.C:
		err = errBusy.After(q.wait)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if !q.leave(p, w) { // the turn came at the same moment
		q.next()
	}
	return nil, err
}

// join takes a free turn, or a place in a line.
func (q *queue) join(p place) (*waiter, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := &waiter{ready: make(chan struct{})}
	if q.free > 0 {
		q.free--
		close(w.ready)
		return w, nil
	}
	if !q.lane(p).add(p.network, w) {
		return nil, errBusy.After(q.wait)
	}
	return w, nil
}

// leave gives up a place, and tells whether the waiter still had one.
func (q *queue) leave(p place, w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lane(p).remove(p.network, w)
}

// next ends a turn and gives it to whoever waits.
func (q *queue) next() {
	q.mu.Lock()
	defer q.mu.Unlock()
	first, second := &q.known, &q.others
	if q.row >= knownTurns {
		first, second = second, first
	}
	w := first.take()
	if w == nil {
		w, first = second.take(), second
	}
	if w == nil {
		q.free++
		q.row = 0
		return
	}
	if q.row++; first == &q.others {
		q.row = 0
	}
	close(w.ready)
}

func (q *queue) lane(p place) *lane {
	if p.known {
		return &q.known
	}
	return &q.others
}

// lane has a line for each network, in the order in which they are served next.
type lane []line

type line struct {
	network string
	waiters []*waiter
}

func (l *lane) find(network string) int {
	for i := range *l {
		if (*l)[i].network == network {
			return i
		}
	}
	return -1
}

func (l *lane) add(network string, w *waiter) bool {
	i := l.find(network)
	if i < 0 {
		*l = append(*l, line{network, []*waiter{w}})
		return true
	}
	if len((*l)[i].waiters) >= queuePerNetwork {
		return false
	}
	(*l)[i].waiters = append((*l)[i].waiters, w)
	return true
}

// take takes the first waiter of the first line, and puts that line last.
func (l *lane) take() *waiter {
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
	i := l.find(network)
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
