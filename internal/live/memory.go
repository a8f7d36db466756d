package live

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"colloquy/internal/core"
)

// Defaults of Options. A reader can resume an ended reply from its log while the log is kept. Rule
// replies-resume.
const (
	DefaultClosedLogRetention = 5 * time.Minute
	DefaultMaxClosedLogs      = 2048
)

// Options configure MemoryLogs. Zero values mean the defaults.
type Options struct {
	Clock              core.Clock    // default core.SystemClock
	ClosedLogRetention time.Duration // how long a closed log can be opened; default DefaultClosedLogRetention
	MaxClosedLogs      int           // how many closed logs are kept, the newest ones; default DefaultMaxClosedLogs
}

// MemoryLogs is the Logs of a single process. It has no goroutine: its calls drop closed logs
// that have expired.
type MemoryLogs struct {
	clock              core.Clock
	closedLogRetention time.Duration
	maxClosedLogs      int

	mu         sync.Mutex
	logs       map[string]*memoryLog
	closedLogs []closedLog // oldest first
}

type closedLog struct {
	key string
	at  time.Duration // when the log was closed, on the monotonic clock of core.Elapsed
}

var _ Logs = (*MemoryLogs)(nil)

// NewMemoryLogs makes an empty MemoryLogs.
func NewMemoryLogs(o Options) *MemoryLogs {
	if o.Clock == nil {
		o.Clock = core.SystemClock{}
	}
	return &MemoryLogs{
		clock:              o.Clock,
		closedLogRetention: cmp.Or(o.ClosedLogRetention, DefaultClosedLogRetention),
		maxClosedLogs:      cmp.Or(o.MaxClosedLogs, DefaultMaxClosedLogs),
		logs:               make(map[string]*memoryLog),
	}
}

// Create implements Logs.
func (m *MemoryLogs) Create(_ context.Context, key string) (Writer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropExpired()
	if _, ok := m.logs[key]; ok {
		return nil, ErrExists
	}
	l := newMemoryLog()
	m.logs[key] = l
	return &memoryWriter{memoryLog: l, owner: m, key: key}, nil
}

// Open implements Logs.
func (m *MemoryLogs) Open(_ context.Context, key string) (Reader, error) {
	l, ok := m.find(key)
	if !ok {
		return nil, ErrGone
	}
	return l.newReader(), nil
}

// RequestStop implements Logs.
func (m *MemoryLogs) RequestStop(_ context.Context, key string, seenChars int) (bool, error) {
	l, ok := m.find(key)
	return ok && l.requestStop(StopRequest{SeenChars: max(seenChars, -1)}), nil
}

// Drop implements Logs.
func (m *MemoryLogs) Drop(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.logs, key)
}

func (m *MemoryLogs) find(key string) (*memoryLog, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropExpired()
	l, ok := m.logs[key]
	return l, ok
}

// recordClosedLog records that a log was closed.
func (m *MemoryLogs) recordClosedLog(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closedLogs = append(m.closedLogs, closedLog{key: key, at: core.Elapsed(m.clock)})
	m.dropExpired()
}

// dropExpired drops closed logs that have expired, and the oldest closed logs if there are
// more than MaxClosedLogs. The caller has locked m.
func (m *MemoryLogs) dropExpired() {
	if len(m.closedLogs) == 0 {
		return
	}
	latestExpiredAt := core.Elapsed(m.clock) - m.closedLogRetention
	n := max(0, len(m.closedLogs)-m.maxClosedLogs)
	for n < len(m.closedLogs) && m.closedLogs[n].at <= latestExpiredAt {
		n++
	}
	for _, c := range m.closedLogs[:n] {
		delete(m.logs, c.key)
	}
	m.closedLogs = slices.Delete(m.closedLogs, 0, n)
}
