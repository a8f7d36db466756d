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
	// shownWaitStep is the unit of the expected wait in a Delta, and the smallest change that causes
	// a new Delta.
	shownWaitStep = 5 * time.Second
	// waitEstimateInterval is the interval at which the expected wait of a request is estimated again.
	waitEstimateInterval = time.Second
	// paidSlotsPerFreeSlot: if paid and free replies wait, one of paidSlotsPerFreeSlot+1 slots goes to a free reply.
	paidSlotsPerFreeSlot = 3
)

// waiter is a request that waits for a slot.
type waiter struct {
	class         Class
	triedMembers  memberSet
	arrivalNumber uint64 // increases in the order of arrival
	enqueuedAt    time.Time
	slot          chan *member // receives the member whose slot the request gets; capacity 1
	isServed      bool         // a member was sent to the channel in the field `slot`
}

// acquireSlot takes a slot of the best member that is not in the set `tried`. If all slots are taken,
// the request waits in the queue. If the reader stops reading during the wait, the two results are
// nil.
func (b *Balance) acquireSlot(ctx context.Context, class Class, tried memberSet, yield func(Delta, error) bool) (*member, *Error) {
	m, w, err := b.takeOrEnqueue(ctx, class, tried)
	waited := time.Duration(0)
	if w != nil {
		m, err = b.wait(ctx, w, yield)
		waited = time.Since(w.enqueuedAt)
	}
	if b.opts.OnWait != nil && (m != nil || err != nil && err.Kind == ErrOverloaded) {
		b.opts.OnWait(class, waited, m == nil)
	}
	return m, err
}

// takeOrEnqueue takes a free slot, or adds the request to the queue. It refuses the request in
// three cases: no member can be asked, the queue is full, or the expected wait is longer than
// MaxQueueWait or the deadline of ctx allows.
func (b *Balance) takeOrEnqueue(ctx context.Context, class Class, tried memberSet) (*member, *waiter, *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m, canAnyAnswer := b.chooseMember(class, tried)
	if m != nil {
		b.takeSlot(m)
		return m, nil, nil
	}
	if !canAnyAnswer {
		return nil, nil, refusal(errNoMember, breakerProbeDelay)
	}
	expectedWait := b.expectedWait(class, tried, len(b.queues[class]))
	deadline, limited := ctx.Deadline()
	if len(b.queues[class]) >= b.queueLimit || expectedWait > b.opts.MaxQueueWait || limited && expectedWait > time.Until(deadline) {
		return nil, nil, refusal(errQueueFull, expectedWait)
	}
	b.lastArrivalNumber++
	w := &waiter{class: class, triedMembers: tried, arrivalNumber: b.lastArrivalNumber, enqueuedAt: time.Now(), slot: make(chan *member, 1)}
	b.queues[class] = append(b.queues[class], w)
	return nil, w, nil
}

// wait waits until the request has a slot. wait yields the expected waiting time at the start, and
// again when the expected waiting time has changed by shownWaitStep or more. If wait returns
// without a slot, or the reader panics, the request leaves the queue.
func (b *Balance) wait(ctx context.Context, w *waiter, yield func(Delta, error) bool) (got *member, err *Error) {
	defer func() {
		if got == nil {
			b.leaveQueue(w)
		}
	}()
	ticker := time.NewTicker(waitEstimateInterval)
	defer ticker.Stop()
	lastShownWait := -shownWaitStep
	for {
		expectedWait, served, err := b.serveOrEstimateWait(w)
		switch {
		case served:
			return <-w.slot, nil
		case err != nil:
			return nil, err
		}
		if (expectedWait - lastShownWait).Abs() >= shownWaitStep {
			lastShownWait = expectedWait
			if !yield(Delta{WaitReason: Queued, WaitSeconds: roundedSeconds(expectedWait)}, nil) {
				return nil, nil
			}
		}
		select {
		case m := <-w.slot:
			return m, nil
		case <-ticker.C:
		case <-ctx.Done():
			return nil, &Error{Kind: ErrNetwork, Provider: "balance", Msg: "cancelled in the queue", Cause: ctx.Err()}
		}
	}
}

// roundedSeconds returns a wait in seconds, rounded up to steps of shownWaitStep.
func roundedSeconds(wait time.Duration) int {
	steps := max(1, (wait+shownWaitStep-1)/shownWaitStep)
	return int(steps * shownWaitStep / time.Second)
}

// serveOrEstimateWait first calls serveWaiters for every member, because a breaker may have closed
// since the last such call. It returns how long w is expected to wait. served is true if w has a
// slot. err is set if w is refused.
func (b *Balance) serveOrEstimateWait(w *waiter) (expectedWait time.Duration, served bool, err *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.members {
		b.serveWaiters(m)
	}
	if w.isServed {
		return 0, true, nil
	}
	m, canAnyAnswer := b.chooseMember(w.class, w.triedMembers)
	switch {
	case m != nil: // no other member than m can answer, and the breaker of m is half-open
		b.serve(w, m)
		return 0, true, nil
	case !canAnyAnswer:
		return 0, false, refusal(errNoMember, breakerProbeDelay)
	case time.Since(w.enqueuedAt) > 2*b.opts.MaxQueueWait:
		return 0, false, refusal(errQueueFull, b.opts.MaxQueueWait)
	}
	at, _ := b.queueIndex(w)
	return b.expectedWait(w.class, w.triedMembers, at), false, nil
}

// serveWaiters gives the free slots of a member to waiting requests. The caller holds the mutex.
func (b *Balance) serveWaiters(m *member) {
	for !m.isFull() && m.breakerState() == gobreaker.StateClosed {
		w := b.nextWaiter(m)
		if w == nil {
			return
		}
		b.serve(w, m)
	}
}

// serve gives a slot to a waiting request and takes it out of the queue. The caller holds
// the mutex.
func (b *Balance) serve(w *waiter, m *member) {
	b.removeWaiter(w)
	b.takeSlot(m)
	w.isServed = true
	w.slot <- m
}

// nextWaiter returns the request that gets the next slot of a member, or nil. If paid and free
// replies wait for the member, paid replies get paidSlotsPerFreeSlot of paidSlotsPerFreeSlot+1 slots. Background requests
// get a slot only if no reply waits. The caller holds the mutex.
func (b *Balance) nextWaiter(m *member) *waiter {
	paidWaiter, freeWaiter := b.firstWaiter(m, PaidReply), b.firstWaiter(m, FreeReply)
	if paidWaiter != nil && freeWaiter != nil {
		if b.contestedSlotCount++; b.contestedSlotCount%(paidSlotsPerFreeSlot+1) == 0 {
			return freeWaiter
		}
		return paidWaiter
	}
	return cmp.Or(paidWaiter, freeWaiter, b.firstWaiter(m, Background))
}

// firstWaiter returns the oldest request of a class that waits for a member, or nil. The caller
// holds the mutex.
func (b *Balance) firstWaiter(m *member, class Class) *waiter {
	if !m.Accepts.Has(class) {
		return nil
	}
	for _, w := range b.queues[class] {
		if w.triedMembers&m.bit == 0 {
			return w
		}
	}
	return nil
}

// leaveQueue takes a request out of the queue. If the request has got a slot meanwhile, leaveQueue
// releases the slot.
func (b *Balance) leaveQueue(w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !w.isServed {
		b.removeWaiter(w)
		return
	}
	m := <-w.slot
	m.runningCalls--
	b.serveWaiters(m)
}

// queueIndex returns the index of a request in its queue. The caller holds the mutex.
func (b *Balance) queueIndex(w *waiter) (at int, found bool) {
	return slices.BinarySearchFunc(b.queues[w.class], w.arrivalNumber, func(other *waiter, arrivalNumber uint64) int { return cmp.Compare(other.arrivalNumber, arrivalNumber) })
}

// removeWaiter takes a request out of its queue. The caller holds the mutex.
func (b *Balance) removeWaiter(w *waiter) {
	if at, found := b.queueIndex(w); found {
		b.queues[w.class] = slices.Delete(b.queues[w.class], at, at+1)
	}
}

// expectedWait estimates how long a request of a class waits. ahead is the number of earlier
// requests in the queue of the class. The estimate assumes that each slot becomes free once per
// meanSlotHoldTime. The caller holds the mutex.
func (b *Balance) expectedWait(class Class, tried memberSet, ahead int) time.Duration {
	slotCount := 0
	var sharedClasses ClassSet // all classes whose requests compete with requests of the argument `class` for slots
	for _, m := range b.members {
		if m.Accepts.Has(class) && tried&m.bit == 0 && m.breakerState() != gobreaker.StateOpen {
			slotCount += m.Slots
			sharedClasses |= m.Accepts
		}
	}
	ahead += b.countOvertakingRequests(class, sharedClasses, ahead+1)
	return time.Duration(ahead+1) * b.meanSlotHoldTime / time.Duration(max(slotCount, 1))
}

// countOvertakingRequests returns how many waiting requests of other classes get a slot before the nth
// request of class. Only classes in sharedClasses count. The caller holds the mutex.
func (b *Balance) countOvertakingRequests(class Class, sharedClasses ClassSet, position int) int {
	countWaiting := func(c Class) int {
		if !sharedClasses.Has(c) {
			return 0
		}
		return len(b.queues[c])
	}
	switch class {
	case PaidReply:
		return min(countWaiting(FreeReply), position/paidSlotsPerFreeSlot)
	case FreeReply:
		return min(countWaiting(PaidReply), position*paidSlotsPerFreeSlot)
	}
	return countWaiting(PaidReply) + countWaiting(FreeReply)
}
