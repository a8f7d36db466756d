// Package live keeps the event logs of running replies. Each log has one writer, which generates
// the reply. Any number of readers replay the log from a sequence number and then follow it. So
// readers miss nothing after a reload or a reconnection (docs/architecture.md, section "Follow a
// chat message"). A slow reader never blocks the writer.
//
// Logs is the interface; livetest is its conformance suite. MemoryLogs implements Logs for one process.
// A log may be lost: the row of the reply in the database is authoritative.
package live

import (
	"context"
	"errors"
	"time"
)

// MaxLogBytes is the largest size of the text of one log. Replies are far shorter; the
// limit stops an endless answer.
const MaxLogBytes = 8 << 20

// Errors of this package.
var (
	// ErrExists: Create found a log with the same key, open or closed.
	ErrExists = errors.New("live: a log with this key exists")
	// ErrGone: there is no log with this key.
	ErrGone = errors.New("live: no log with this key")
	// ErrClosed: the writer or the reader was closed before the call.
	ErrClosed = errors.New("live: closed")
	// ErrFull: the event would make the log larger than MaxLogBytes.
	ErrFull = errors.New("live: the log is full")
)

// Event is one entry of a log. Seq counts from 1 without gaps. Name is the SSE
// event's name; empty means plain data.
type Event struct {
	Seq  int64
	Name string
	Data []byte
}

// StopRequest is a reader's request to end the reply. SeenChars is the number of characters of
// the reply that the reader has seen, or -1 if unknown.
type StopRequest struct{ SeenChars int }

// Logs holds event logs by key. It is safe for concurrent use.
type Logs interface {
	// Create starts a log and returns its only writer, which must be closed. It
	// returns ErrExists while there is a log with this key.
	Create(ctx context.Context, key string) (Writer, error)
	// Open returns a reader, which must be closed. It returns ErrGone if there is no
	// log. A closed log can be opened until it is dropped.
	Open(ctx context.Context, key string) (Reader, error)
	// RequestStop asks the writer to stop. seen is StopRequest.SeenChars; any negative number means
	// -1. It returns false if no writer is open for the key. It does not block or close the log.
	RequestStop(ctx context.Context, key string, seen int) (bool, error)
	// Drop removes a log, so that it cannot be opened. Its writer and readers that are
	// open stay usable. Drop does nothing if there is no log.
	Drop(key string)
}

// Writer appends to one log. It is safe for concurrent use.
type Writer interface {
	// Append adds an event and returns its Seq. It copies data, so the caller may reuse the buffer.
	// It returns ErrClosed after Close, and ErrFull if the log would exceed MaxLogBytes.
	Append(name string, data []byte) (int64, error)
	// StopRequested returns the channel of the first stop request. Later requests are
	// dropped.
	StopRequested() <-chan StopRequest
	// Close ends the log: readers get the end after the last event. Close is
	// idempotent.
	Close() error
}

// CallbackReader is an optional interface of a Reader. With it the writer's goroutine
// delivers events itself, which saves waking the reader for each event.
type CallbackReader interface {
	// SetDeliver sets the function deliver. While Next waits, the writer's goroutine calls deliver
	// with new events. If deliver returns true, Next omits these events and continues to wait;
	// otherwise Next returns them. deliver must not block and must not call the log.
	SetDeliver(deliver func(events []Event) bool)
}

// Reader reads one log. It is not safe for concurrent use.
type Reader interface {
	// Next returns all events whose Seq is greater than the argument `after`. If `after` is
	// negative, Next begins at the start. The events are valid until the next call of Next and must
	// not be changed. The result `end` is true if no event follows because the log is closed. If
	// there are no events, Next blocks until one of these things happens:
	//
	//   - A new event comes, or the log ends.
	//   - The duration `wait` has passed. Next then returns no events, so that the caller can send
	//     a heartbeat.
	//   - The context ends. Next then returns the error of the context.
	//
	// An earlier log may have had this key. A caller whose Seq comes from the earlier log should
	// compare the Seq with NewestSeq first. Next may return ErrGone after the log was dropped.
	Next(ctx context.Context, after int64, wait time.Duration) (events []Event, end bool, err error)
	// NewestSeq returns the Seq of the newest event that the reader knows. It is never less than the
	// newest Seq at Open. It is also never less than the Seq of an event that Next has returned.
	NewestSeq() int64
	// Close frees the reader. Next then returns ErrClosed. Close is idempotent.
	Close() error
}
