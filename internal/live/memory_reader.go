package live

import (
	"context"
	"slices"
	"time"
)

// keepEvents is the longest list that a reader keeps for its next call. A
// long replay happens once and should not weigh on the rest of the stream.
const keepEvents = 64

type memoryReader struct {
	log    *memoryLog
	news   chan struct{} // holds at most one word: look again
	timer  *time.Timer   // made at the first wait, used again for each
	events []Event
	closed bool
}

func (l *memoryLog) reader() *memoryReader {
	r := &memoryReader{log: l, news: make(chan struct{}, 1)}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.readers = append(l.readers, r)
	return r
}

// Next returns what came after the Seq given, or waits for it.
func (r *memoryReader) Next(ctx context.Context, after int64, wait time.Duration) ([]Event, bool, error) {
	if r.closed {
		return nil, false, ErrClosed
	}
	r.forget()
	after = max(after, 0)
	events, end := r.read(after)
	if len(events) > 0 || end || wait <= 0 {
		return events, end, nil
	}
	r.startTimer(wait)
	defer r.timer.Stop()
	for {
		select {
		case <-r.news:
			if events, end = r.read(after); len(events) > 0 || end {
				return events, end, nil
			}
		case <-r.timer.C:
			return nil, false, nil
		case <-ctx.Done():
			return nil, false, ctx.Err()
		}
	}
}

// Last returns the Seq of the log's newest event.
func (r *memoryReader) Last() int64 {
	t, _ := r.log.snapshot()
	return int64(len(t.ends))
}

// Close takes the reader off the log's list.
func (r *memoryReader) Close() error {
	r.closed = true
	r.events = nil
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	if i := slices.Index(r.log.readers, r); i >= 0 {
		r.log.readers = slices.Delete(r.log.readers, i, i+1)
	}
	return nil
}

func (r *memoryReader) read(after int64) ([]Event, bool) {
	t, closed := r.log.snapshot()
	if after >= int64(len(t.ends)) {
		return nil, closed
	}
	r.events = t.appendAfter(r.events, after)
	return r.events, closed
}

// forget lets go of the events of the call before, and of the text that they
// hold in memory.
func (r *memoryReader) forget() {
	if cap(r.events) > keepEvents {
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
