package live

import (
	"context"
	"slices"
	"time"
)

// maxKeptEvents is the largest capacity of the list that a reader reuses. A longer list,
// from a long replay, is freed.
const maxKeptEvents = 64

// memoryReader reads one log. The mutex of the log guards the field `deliver` and the fields below
// it.
type memoryReader struct {
	log      *memoryLog
	timer    *time.Timer // created at the first wait; later waits reuse it
	isClosed bool
	wake     chan struct{} // capacity 1; a signal that there may be new events

	deliver      func(events []Event) bool
	isParked     bool      // a call of Next waits, so the writer may call deliver
	deliveredSeq int64     // Seq of the last delivered event; valid while isParked is true
	deliveredAt  time.Time // time of the last delivery of events
	events       []Event
}

var _ CallbackReader = (*memoryReader)(nil)

func (l *memoryLog) newReader() *memoryReader {
	r := &memoryReader{log: l, wake: make(chan struct{}, 1)}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.readers = append(l.readers, r)
	return r
}

// SetDeliver implements CallbackReader.
func (r *memoryReader) SetDeliver(deliver func(events []Event) bool) {
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	r.deliver = deliver
}

// Next implements Reader.
func (r *memoryReader) Next(ctx context.Context, after int64, wait time.Duration) ([]Event, bool, error) {
	if r.isClosed {
		return nil, false, ErrClosed
	}
	after = max(after, 0)
	events, end := r.readOrPark(after, wait > 0)
	if len(events) > 0 || end || wait <= 0 {
		return events, end, nil
	}
	r.startTimer(wait)
	defer r.timer.Stop()
	for {
		timedOut, err := r.awaitSignalOrTimeout(ctx)
		var silence time.Duration
		after, silence = r.stopDelivery()
		if err != nil || timedOut && silence >= wait {
			return nil, false, err
		}
		if timedOut {
			r.timer.Reset(wait - silence)
		}
		if events, end = r.readOrPark(after, true); len(events) > 0 || end {
			return events, end, nil
		}
	}
}

// awaitSignalOrTimeout waits for a signal of the writer, the end of the timer or the end of ctx. timedOut
// is true if the timer ended.
func (r *memoryReader) awaitSignalOrTimeout(ctx context.Context) (timedOut bool, err error) {
	select {
	case <-r.wake:
		return false, nil
	case <-r.timer.C:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// readOrPark returns the events whose Seq is greater than after. If there are none and park is
// true, it parks the reader. The writer's goroutine then delivers new events (tryDeliverEvents) until
// stopDelivery. readOrPark frees the events of the previous call.
func (r *memoryReader) readOrPark(after int64, park bool) ([]Event, bool) {
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	r.freeEvents()
	if t := &r.log.text; after < t.newestSeq() {
		r.events = t.appendAfter(r.events, after)
		return r.events, r.log.isClosed
	}
	r.isParked, r.deliveredSeq = park && !r.log.isClosed, after
	return nil, r.log.isClosed
}

// stopDelivery stops deliveries by the writer. It returns the Seq of the last delivered event
// and the time since then.
func (r *memoryReader) stopDelivery() (after int64, silence time.Duration) {
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	r.isParked = false
	return r.deliveredSeq, time.Since(r.deliveredAt)
}

// tryDeliverEvents delivers new events if the reader is parked. It returns true if the reader
// needs no signal. The caller has locked the log.
func (r *memoryReader) tryDeliverEvents() bool {
	if !r.isParked || r.deliver == nil {
		return false
	}
	if r.deliveredSeq >= r.log.text.newestSeq() {
		return true // the log has no event that the reader lacks
	}
	r.freeEvents()
	r.events = r.log.text.appendAfter(r.events, r.deliveredSeq)
	if r.isParked = r.deliver(r.events); r.isParked {
		r.deliveredSeq, r.deliveredAt = r.log.text.newestSeq(), time.Now()
	}
	return r.isParked
}

// NewestSeq implements Reader.
func (r *memoryReader) NewestSeq() int64 {
	t, _ := r.log.snapshot()
	return t.newestSeq()
}

// Close removes the reader from the log.
func (r *memoryReader) Close() error {
	r.isClosed = true
	r.events = nil
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	if i := slices.Index(r.log.readers, r); i >= 0 {
		r.log.readers = slices.Delete(r.log.readers, i, i+1)
	}
	return nil
}

// freeEvents frees the events of the previous call and the text that they point into.
func (r *memoryReader) freeEvents() {
	if cap(r.events) > maxKeptEvents {
		r.events = nil
		return
	}
	clear(r.events)
	r.events = r.events[:0]
}

func (r *memoryReader) startTimer(wait time.Duration) {
	if r.timer == nil {
		r.timer = time.NewTimer(wait)
		return
	}
	r.timer.Reset(wait)
}
