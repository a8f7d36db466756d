package live

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"colloquy/internal/core"
)

// The defaults of Options.
const (
	DefaultKeep      = 5 * time.Minute
	DefaultMaxClosed = 2048
)

// Options sets up a Memory. Zero values mean the defaults.
type Options struct {
	Clock     core.Clock    // the machine's clock
	Keep      time.Duration // how long a closed log can still be opened: DefaultKeep
	MaxClosed int           // how many closed logs are held; the oldest goes first: DefaultMaxClosed
}

// Memory is the Log of a single process. It starts no goroutine: closed logs
// are dropped by the calls that come after their time.
type Memory struct {
	clock     core.Clock
	keep      time.Duration
	maxClosed int

	mu     sync.Mutex
	logs   map[string]*memoryLog
	closed []closedLog // oldest first
}

type closedLog struct {
	key string
	at  time.Duration // by core.Elapsed
}

var _ Log = (*Memory)(nil)

// NewMemory returns an empty Memory.
func NewMemory(o Options) *Memory {
	if o.Clock == nil {
		o.Clock = core.SystemClock{}
	}
	return &Memory{
		clock:     o.Clock,
		keep:      cmp.Or(o.Keep, DefaultKeep),
		maxClosed: cmp.Or(o.MaxClosed, DefaultMaxClosed),
		logs:      make(map[string]*memoryLog),
	}
}

// Create starts the log of key.
func (m *Memory) Create(_ context.Context, key string) (Writer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	if _, ok := m.logs[key]; ok {
		return nil, ErrExists
	}
	l := newMemoryLog()
	m.logs[key] = l
	return &memoryWriter{memoryLog: l, owner: m, key: key}, nil
}

// Open returns a reader of the log of key.
func (m *Memory) Open(_ context.Context, key string) (Reader, error) {
	l, ok := m.find(key)
	if !ok {
		return nil, ErrGone
	}
	return l.reader(), nil
}

// RequestStop asks the writer of key to stop.
func (m *Memory) RequestStop(_ context.Context, key string, seen int) (bool, error) {
	l, ok := m.find(key)
	return ok && l.requestStop(Stop{Seen: max(seen, -1)}), nil
}

func (m *Memory) find(key string) (*memoryLog, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	l, ok := m.logs[key]
	return l, ok
}

// retire notes that the log of key was closed now.
func (m *Memory) retire(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = append(m.closed, closedLog{key: key, at: core.Elapsed(m.clock)})
	m.sweep()
}

// sweep drops the closed logs that are too old or too many. It looks at no
// more than it drops and one.
func (m *Memory) sweep() {
	if len(m.closed) == 0 {
		return
	}
	limit := core.Elapsed(m.clock) - m.keep
	n := max(0, len(m.closed)-m.maxClosed)
	for n < len(m.closed) && m.closed[n].at <= limit {
		n++
	}
	for _, c := range m.closed[:n] {
		delete(m.logs, c.key)
	}
	m.closed = slices.Delete(m.closed, 0, n)
}
