package live

import (
	"cmp"
	"slices"
	"sync"
)

// Initial capacities of a log, which suffice for a short reply.
const (
	initialBytes  = 512
	initialEvents = 64
)

// memoryLog is one log. All event data is in one append-only slice. Readers use a copy of the slice
// header without the lock. An event needs only four bytes more than its data. Event names are rare
// and stored separately.
type memoryLog struct {
	mu              sync.Mutex
	text            logContent
	closed          bool
	isStopRequested bool
	stopRequests    chan StopRequest
	readers         []*memoryReader
}

// logContent is the content of a log. Event i, counted from 0, ends at ends[i] in data.
type logContent struct {
	data  []byte
	ends  []uint32
	names []eventName
}

type eventName struct {
	seq  int64
	name string
}

func newMemoryLog() *memoryLog {
	return &memoryLog{
		text:         logContent{data: make([]byte, 0, initialBytes), ends: make([]uint32, 0, initialEvents)},
		stopRequests: make(chan StopRequest, 1),
	}
}

// memoryWriter is the writer of a memoryLog.
type memoryWriter struct {
	*memoryLog
	owner *Memory
	key   string
}

// Append implements Writer.
func (l *memoryLog) Append(name string, data []byte) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return 0, ErrClosed
	}
	if len(l.text.data)+len(data) > MaxBytes {
		return 0, ErrFull
	}
	seq := l.text.add(name, data)
	l.wakeReaders()
	return seq, nil
}

// StopRequested implements Writer.
func (l *memoryLog) StopRequested() <-chan StopRequest { return l.stopRequests }

// Close implements Writer. The Memory drops the log later.
func (w *memoryWriter) Close() error {
	if w.end() {
		w.owner.retire(w.key)
	}
	return nil
}

// end marks the log as closed and reports whether this call did it. It copies the text
// to a slice of exact size, because the log no longer grows.
func (l *memoryLog) end() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.closed = true
	l.text = logContent{slices.Clone(l.text.data), slices.Clone(l.text.ends), l.text.names}
	l.wakeReaders()
	return true
}

// wakeReaders delivers new events to the readers, or signals them to read the events. It
// does not signal a reader that has a pending signal.
func (l *memoryLog) wakeReaders() {
	for _, r := range l.readers {
		if !l.closed && r.tryDeliver() {
			continue
		}
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}
}

func (l *memoryLog) requestStop(s StopRequest) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	if !l.isStopRequested {
		l.isStopRequested = true
		l.stopRequests <- s
	}
	return true
}

func (l *memoryLog) snapshot() (t logContent, closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text, l.closed
}

func (t *logContent) add(name string, data []byte) int64 {
	t.data = append(t.data, data...)
	t.ends = append(t.ends, uint32(len(t.data))) // fits: at most MaxBytes
	seq := t.last()
	if name != "" {
		t.names = append(t.names, eventName{seq, name})
	}
	return seq
}

// last returns the Seq of the newest event.
func (t *logContent) last() int64 { return int64(len(t.ends)) }

// appendAfter appends to events the events after the given Seq. It appends none if
// after is not less than the newest Seq.
func (t *logContent) appendAfter(events []Event, after int64) []Event {
	after = min(after, t.last())
	start := uint32(0)
	if after > 0 {
		start = t.ends[after-1]
	}
	events = slices.Grow(events, len(t.ends)-int(after))
	named, _ := slices.BinarySearchFunc(t.names, after+1, func(n eventName, seq int64) int { return cmp.Compare(n.seq, seq) })
	for i := after; i < int64(len(t.ends)); i++ {
		e := Event{Seq: i + 1, Data: t.data[start:t.ends[i]:t.ends[i]]}
		if named < len(t.names) && t.names[named].seq == e.Seq {
			e.Name = t.names[named].name
			named++
		}
		start = t.ends[i]
		events = append(events, e)
	}
	return events
}
