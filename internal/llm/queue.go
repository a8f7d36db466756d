package llm

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/sony/gobreaker/v2"
)

// How requests wait for a slot (rule replies-queued).
const (
	// waitStep is the unit of the shown wait, and the least change that is shown.
	waitStep = 5 * time.Second
	// waitRefresh is how often a waiting request looks at the queue.
	waitRefresh = time.Second
	// paidShare: of paidShare+1 contested slots, one goes to a free reply.
	paidShare = 3
)

// waiter is a request that waits for a slot.
type waiter struct {
	class  Class
	tried  memberSet
	ticket uint64 // increases in the order of arrival
	since  time.Time
	slot   chan *member // gets the member whose slot the request has; of capacity 1
	served bool         // slot was sent to
}

// acquire takes a slot of the best member that was not tried, if need be after a wait in the
// queue. It returns neither a member nor an error if the reader stopped.
func (b *Balance) acquire(ctx context.Context, class Class, tried memberSet, yield func(Delta, error) bool) (*member, *Error) {
	m, w, err := b.takeOrEnqueue(ctx, class, tried)
	waited := time.Duration(0)
	if w != nil {
		m, err = b.wait(ctx, w, yield)
		waited = time.Since(w.since)
	}
	if b.opts.OnWait != nil && (m != nil || err != nil && err.Kind == ErrOverloaded) {
		b.opts.OnWait(class, waited, m == nil)
	}
	return m, err
}

// takeOrEnqueue takes a free slot, or else a place in the queue. It refuses the request if no
// member can be asked, if the queue is full, or if the expected wait exceeds MaxQueued or the
// deadline of ctx.
func (b *Balance) takeOrEnqueue(ctx context.Context, class Class, tried memberSet) (*member, *waiter, *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m, busy := b.choose(class, tried)
	if m != nil {
		b.take(m)
		return m, nil, nil
	}
	if !busy {
		return nil, nil, refusal(errNoMember, breakerProbeDelay)
	}
	expected := b.expectedWait(class, tried, len(b.queues[class]))
	deadline, limited := ctx.Deadline()
	if len(b.queues[class]) >= b.queueLimit || expected > b.opts.MaxQueued || limited && expected > time.Until(deadline) {
		return nil, nil, refusal(errQueueFull, expected)
	}
	b.lastTicket++
	w := &waiter{class: class, tried: tried, ticket: b.lastTicket, since: time.Now(), slot: make(chan *member, 1)}
	b.queues[class] = append(b.queues[class], w)
	return nil, w, nil
}

// wait waits for a slot and yields the expected wait, again when it has changed. On every
// other end than with a slot, also after a panic of the reader, the request leaves the
// queue.
func (b *Balance) wait(ctx context.Context, w *waiter, yield func(Delta, error) bool) (got *member, err *Error) {
	defer func() {
		if got == nil {
			b.leave(w)
		}
	}()
	tick := time.NewTicker(waitRefresh)
	defer tick.Stop()
	shown := -waitStep
	for {
		expected, served, err := b.lookAtQueue(w)
		switch {
		case served:
			return <-w.slot, nil
		case err != nil:
			return nil, err
		}
		if (expected - shown).Abs() >= waitStep {
			shown = expected
			if !yield(Delta{Waiting: Queued, WaitSeconds: roundedSeconds(expected)}, nil) {
				return nil, nil
			}
		}
		select {
		case m := <-w.slot:
			return m, nil
		case <-tick.C:
		case <-ctx.Done():
			return nil, &Error{Kind: ErrNetwork, Provider: "balance", Msg: "cancelled in the queue", Cause: ctx.Err()}
		}
	}
}

// roundedSeconds returns a wait in seconds, rounded up to steps of waitStep.
func roundedSeconds(wait time.Duration) int {
	steps := max(1, (wait+waitStep-1)/waitStep)
	return int(steps * waitStep / time.Second)
}

// lookAtQueue returns the expected rest of a wait. served reports that the request has a slot,
// err why it will get none. lookAtQueue also serves the queue, in case a breaker has closed
// since a slot was last given back.
func (b *Balance) lookAtQueue(w *waiter) (expected time.Duration, served bool, err *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.members {
		b.dispatch(m)
	}
	if w.served {
		return 0, true, nil
	}
	m, busy := b.choose(w.class, w.tried)
	switch {
	case m != nil: // its breaker is half-open, and nothing else is left
		b.serve(w, m)
		return 0, true, nil
	case !busy:
		return 0, false, refusal(errNoMember, breakerProbeDelay)
	case time.Since(w.since) > 2*b.opts.MaxQueued:
		return 0, false, refusal(errQueueFull, b.opts.MaxQueued)
	}
	at, _ := b.place(w)
	return b.expectedWait(w.class, w.tried, at), false, nil
}

// dispatch gives the free slots of a member to waiting requests. The caller holds the mutex.
func (b *Balance) dispatch(m *member) {
	for !m.isFull() && m.state() == gobreaker.StateClosed {
		w := b.next(m)
		if w == nil {
			return
		}
		b.serve(w, m)
	}
}

// serve gives a slot to a waiting request and takes it out of the queue. The caller holds
// the mutex.
func (b *Balance) serve(w *waiter, m *member) {
	b.remove(w)
	b.take(m)
	w.served = true
	w.slot <- m
}

// next returns the request that gets the next slot of a member, or nil. If a paid and a free
// reply wait for it, paidShare of paidShare+1 slots go to paid ones. Background requests get
// a slot if no reply waits for it. The caller holds the mutex.
func (b *Balance) next(m *member) *waiter {
	paid, free := b.firstFor(m, PaidReply), b.firstFor(m, FreeReply)
	if paid != nil && free != nil {
		if b.contested++; b.contested%(paidShare+1) == 0 {
			return free
		}
		return paid
	}
	return cmp.Or(paid, free, b.firstFor(m, Background))
}

// firstFor returns the oldest request of a class that waits for a member, or nil. The caller
// holds the mutex.
func (b *Balance) firstFor(m *member, class Class) *waiter {
	if !m.Accepts.Has(class) {
		return nil
	}
	for _, w := range b.queues[class] {
		if w.tried&m.bit == 0 {
			return w
		}
	}
	return nil
}

// leave takes a request out of the queue, and gives back a slot that it has got meanwhile.
func (b *Balance) leave(w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !w.served {
		b.remove(w)
		return
	}
	m := <-w.slot
	m.running--
	b.dispatch(m)
}

// place returns the index of a request in its queue. The caller holds the mutex.
func (b *Balance) place(w *waiter) (at int, found bool) {
	return slices.BinarySearchFunc(b.queues[w.class], w.ticket, func(other *waiter, ticket uint64) int { return cmp.Compare(other.ticket, ticket) })
}

// remove takes a request out of its queue. The caller holds the mutex.
func (b *Balance) remove(w *waiter) {
	if at, found := b.place(w); found {
		b.queues[w.class] = slices.Delete(b.queues[w.class], at, at+1)
	}
}

// expectedWait estimates how long a request waits that has ahead requests before it in its
// own queue: each slot gets free once in the mean time of a call. The caller holds the mutex.
func (b *Balance) expectedWait(class Class, tried memberSet, ahead int) time.Duration {
	slots := 0
	var shared ClassSet // classes that wait for the same members
	for _, m := range b.members {
		if m.Accepts.Has(class) && tried&m.bit == 0 && m.state() != gobreaker.StateOpen {
			slots += m.Slots
			shared |= m.Accepts
		}
	}
	ahead += b.overtaking(class, shared, ahead+1)
	return time.Duration(ahead+1) * b.hold / time.Duration(max(slots, 1))
}

// overtaking returns how many waiting requests of other classes get a slot before the nth
// request of a class. It counts only the classes in shared. The caller holds the mutex.
func (b *Balance) overtaking(class Class, shared ClassSet, n int) int {
	waiting := func(c Class) int {
		if !shared.Has(c) {
			return 0
		}
		return len(b.queues[c])
	}
	switch class {
	case PaidReply:
		return min(waiting(FreeReply), n/paidShare)
	case FreeReply:
		return min(waiting(PaidReply), n*paidShare)
	}
	return waiting(PaidReply) + waiting(FreeReply)
}
