// Package live keeps the event logs of running replies. The generation that
// makes a reply is the one writer of its log; any number of readers replay the
// log from a sequence number and then follow it, so a reload, a second tab and
// a lost connection all continue where they were (architecture, The way of one
// chat message, 7 and 8). A slow reader reads later: it never holds the writer.
//
// Log is the interface. Memory keeps the logs of one process; livetest holds
// the tests that every implementation passes. A log is a hint that may be gone:
// the reply's row in the database is the truth.
package live

import (
	"context"
	"errors"
	"time"
)

// MaxBytes is the most text that one log holds. A reply is bounded far below
// it; the limit stops an endless answer.
const MaxBytes = 8 << 20

// The errors of this package.
var (
	// ErrExists: Create found a log with the same key, running or kept.
	ErrExists = errors.New("live: a log with this key exists")
	// ErrGone: there is no log with this key, or not any more.
	ErrGone = errors.New("live: no log with this key")
	// ErrClosed: the writer or the reader was closed before the call.
	ErrClosed = errors.New("live: closed")
	// ErrFull: the log holds MaxBytes.
	ErrFull = errors.New("live: the log is full")
)

// Event is one entry of a log. Seq counts from 1 without gaps. Name is the SSE
// event's name; empty means plain data.
type Event struct {
	Seq  int64
	Name string
	Data []byte
}

// Stop is a reader's request to end the reply. Seen is how many characters of
// it the reader had seen, -1 if unknown.
type Stop struct{ Seen int }

// Log holds event logs by key. It is safe for concurrent use.
type Log interface {
	// Create starts a log and returns its only writer, which must be closed.
	// It fails with ErrExists as long as a log with this key is held.
	Create(ctx context.Context, key string) (Writer, error)
	// Open returns a reader, which must be closed. It fails with ErrGone when
	// no log is held. A closed log can be opened as long as it is kept.
	Open(ctx context.Context, key string) (Reader, error)
	// RequestStop asks the writer to stop; seen is Stop.Seen, and any negative
	// number means -1. It reports false when nothing runs under the key. It
	// does not wait, and it does not close the log, which the writer does.
	RequestStop(ctx context.Context, key string, seen int) (bool, error)
}

// Writer appends to one log. It is safe for concurrent use.
type Writer interface {
	// Append adds an event and returns its Seq. It copies data, so the caller
	// may use its buffer again. It fails with ErrClosed after Close and with
	// ErrFull when the log would hold more than MaxBytes.
	Append(name string, data []byte) (int64, error)
	// StopRequested delivers the first stop asked for, and no other.
	StopRequested() <-chan Stop
	// Close ends the log: readers get the end after the last event. A second
	// Close does nothing.
	Close() error
}

// Direct is an optional interface of a Reader. With it the writer's goroutine
// delivers events itself, which saves waking the reader for each one.
type Direct interface {
	// Offer sets deliver, which the writer's goroutine calls with new events
	// while Next waits. Events that deliver accepts are not returned by Next,
	// which goes on waiting; Next returns the others. deliver must not block and
	// must not call the log. It is never called while Next does not wait.
	Offer(deliver func(events []Event) bool)
}

// Reader reads one log. It belongs to one goroutine.
type Reader interface {
	// Next returns every event after the Seq given; a negative Seq means from the
	// start. If there is none it blocks until there is one, until the log ends,
	// until wait is over (it then returns nothing, so that the caller sends a
	// heartbeat), or until ctx ends, whose error it returns. end is true if the
	// log is closed and nothing follows the events returned. A Seq beyond the
	// newest event waits for the event after it: a caller whose Seq may be of
	// another log compares it with Last.
	// The events are valid until the next call and must not be changed.
	// A log that is dropped while it is read may fail with ErrGone.
	Next(ctx context.Context, after int64, wait time.Duration) (events []Event, end bool, err error)
	// Last returns the Seq of the newest event that the reader knows of: at
	// least what was there when it was opened and all that it returned.
	Last() int64
	// Close frees the reader. Next fails with ErrClosed afterwards. A second
	// Close does nothing.
	Close() error
}
