package live

import (
	"cmp"
	"slices"
	"sync"
)

// Initial capacities of a log, which suffice for a short reply.
const (
	initialByteCapacity  = 512
	initialEventCapacity = 64
)

// memoryLog is one log. All event data is in one append-only slice. Readers use a copy of the slice
// header without the lock. An event needs only four bytes more than its data. Event names are rare
// and stored separately.
type memoryLog struct {
	mu              sync.Mutex
	text            logContent
	isClosed        bool
	isStopRequested bool
	stopRequests    chan StopRequest
	readers         []*memoryReader
}

// logContent is the content of a log. Event i, counted from 0, ends at eventEnds[i] in data.
type logContent struct {
	data       []byte
	eventEnds  []uint32
	eventNames []eventName
}

type eventName struct {
	seq  int64
	name string
}

func newMemoryLog() *memoryLog {
	return &memoryLog{
		text:         logContent{data: make([]byte, 0, initialByteCapacity), eventEnds: make([]uint32, 0, initialEventCapacity)},
		stopRequests: make(chan StopRequest, 1),
	}
}

// memoryWriter is the writer of a memoryLog.
type memoryWriter struct {
	*memoryLog
	owner *MemoryLogs
	key   string
}

// Append implements Writer.
func (l *memoryLog) Append(name string, data []byte) (int64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed {
		return 0, ErrClosed
	}
	if len(l.text.data)+len(data) > MaxLogBytes {
		return 0, ErrFull
	}
	seq := l.text.add(name, data)
	l.wakeReaders()
	return seq, nil
}

// StopRequested implements Writer.
func (l *memoryLog) StopRequested() <-chan StopRequest { return l.stopRequests }

// Close implements Writer. The MemoryLogs drop the log later.
func (w *memoryWriter) Close() error {
	if w.tryClose() {
		w.owner.recordClosedLog(w.key)
	}
	return nil
}

// tryClose marks the log as closed and reports whether this call did it. It copies the text
// to a slice of exact size, because the log no longer grows.
func (l *memoryLog) tryClose() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.isClosed {
		return false
	}
	l.isClosed = true
	l.text = logContent{slices.Clone(l.text.data), slices.Clone(l.text.eventEnds), l.text.eventNames}
	l.wakeReaders()
	return true
}

// wakeReaders delivers new events to each reader, or signals the reader to read the events.
// wakeReaders delivers if the log is open and tryDeliverEvents succeeds. A reader with a pending signal
// gets no second signal.
func (l *memoryLog) wakeReaders() {
	for _, r := range l.readers {
		if !l.isClosed && r.tryDeliverEvents() {
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
	if l.isClosed {
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
	return l.text, l.isClosed
}

func (t *logContent) add(name string, data []byte) int64 {
	t.data = append(t.data, data...)
	t.eventEnds = append(t.eventEnds, uint32(len(t.data))) // fits: at most MaxLogBytes
	seq := t.newestSeq()
	if name != "" {
		t.eventNames = append(t.eventNames, eventName{seq, name})
	}
	return seq
}

// newestSeq returns the Seq of the newest event.
func (t *logContent) newestSeq() int64 { return int64(len(t.eventEnds)) }

// appendAfter appends the events whose Seq is greater than after to the slice events.
// Rule replies-resume.
func (t *logContent) appendAfter(events []Event, after int64) []Event {
	after = min(after, t.newestSeq())
	start := uint32(0)
	if after > 0 {
		start = t.eventEnds[after-1]
	}
	events = slices.Grow(events, len(t.eventEnds)-int(after))
	nameIndex, _ := slices.BinarySearchFunc(t.eventNames, after+1, func(n eventName, seq int64) int { return cmp.Compare(n.seq, seq) })
	for i := after; i < int64(len(t.eventEnds)); i++ {
		e := Event{Seq: i + 1, Data: t.data[start:t.eventEnds[i]:t.eventEnds[i]]}
		if nameIndex < len(t.eventNames) && t.eventNames[nameIndex].seq == e.Seq {
			e.Name = t.eventNames[nameIndex].name
			nameIndex++
		}
		start = t.eventEnds[i]
		events = append(events, e)
	}
	return events
}
