package redislog

import (
	"context"
	"sync/atomic"
	"time"

	"colloquy/internal/live"
)

// writer is a live.Writer whose events the loop copies to Redis. The fields below sent
// belong to the holder of Logs.sending.
type writer struct {
	live.Writer
	log    *Logs
	key    string
	closed atomic.Pointer[time.Time] // when Close was called
	sent   chan struct{}             // closed when Redis has all events, or none are sent any more

	events  live.Reader // of the local log
	last    int64       // Seq of the newest event that Redis has
	renewed time.Time   // when Redis last heard of this writer; zero for never
}

func (l *Logs) newWriter(ctx context.Context, key string, local live.Writer) (*writer, error) {
	events, err := l.local.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	return &writer{Writer: local, log: l, key: key, events: events, sent: make(chan struct{})}, nil
}

// Append implements live.Writer.
func (w *writer) Append(name string, data []byte) (int64, error) {
	seq, err := w.Writer.Append(name, data)
	if err == nil {
		signal(w.log.unsent)
	}
	return seq, err
}

// Close implements live.Writer. It waits a moment until Redis has all events, so that
// other processes see the end as soon as this one does.
func (w *writer) Close() error {
	err := w.Writer.Close()
	now := time.Now()
	if w.closed.CompareAndSwap(nil, &now) {
		signal(w.log.unsent)
	}
	timer := time.NewTimer(callTimeout)
	defer timer.Stop()
	select {
	case <-w.sent:
	case <-timer.C:
	}
	return err
}

// forget ends the sending of a writer's events.
func (l *Logs) forget(w *writer) {
	l.mu.Lock()
	delete(l.writers, w.key)
	l.mu.Unlock()
	w.events.Close()
	close(w.sent)
}
