package redislog

import (
	"context"
	"sync/atomic"
	"time"

	"colloquy/internal/live"
)

// writer is a live.Writer whose events sendLoop copies to Redis. Logs.sendMu guards events, sentSeq
// and renewedAt.
type writer struct {
	live.Writer
	logs         *Logs
	key          string
	closedAt     atomic.Pointer[time.Time] // when Close was called
	sendingEnded chan struct{}             // closed when Redis has all events, or when no more events are sent

	events    live.Reader // reads the log that this writer has in Logs.localLogs
	sentSeq   int64       // Seq of the newest event that Redis has
	renewedAt time.Time   // when the owner key was last renewed; zero for never
}

func (l *Logs) newWriter(ctx context.Context, key string, local live.Writer) (*writer, error) {
	events, err := l.localLogs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	return &writer{Writer: local, logs: l, key: key, events: events, sendingEnded: make(chan struct{})}, nil
}

// Append implements live.Writer.
func (w *writer) Append(name string, data []byte) (int64, error) {
	seq, err := w.Writer.Append(name, data)
	if err == nil {
		signal(w.logs.wakeSend)
	}
	return seq, err
}

// Close implements live.Writer. It waits at most callTimeout until Redis has all events. So readers
// in other processes get the end as soon as readers in this process.
func (w *writer) Close() error {
	err := w.Writer.Close()
	now := time.Now()
	if w.closedAt.CompareAndSwap(nil, &now) {
		signal(w.logs.wakeSend)
	}
	timer := time.NewTimer(callTimeout)
	defer timer.Stop()
	select {
	case <-w.sendingEnded:
	case <-timer.C:
	}
	return err
}

// forget stops sending the events of a writer.
func (l *Logs) forget(w *writer) {
	l.mu.Lock()
	delete(l.writers, w.key)
	l.mu.Unlock()
	w.events.Close()
	close(w.sendingEnded)
}
