// Package voice reads replies aloud: it lets a provider speak a stored reply, keeps the
// recording, and counts the spoken characters of each user and month. It also writes down
// what users dictate, and keeps their choices. It owns the tables voice_recordings,
// voice_usage and voice_settings. The providers are in packages of their own (speech).
//
// Invariants:
//   - What is spoken is the text of a stored reply of the caller, never a text of the
//     request.
//   - A recording of a message, or a part of it, and a voice is made once. A row with a lease is inserted
//     first; all calls, also in other processes, wait for that row.
//   - The transaction that takes the lease reserves the characters of the allowance; the
//     one that records a failure gives them back.
//   - A recording is deleted in the transaction that deletes its message.
package voice

import (
	"context"
	"log/slog"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
	"colloquy/internal/voice/speech"
)

// Deps are the dependencies of a Service. Without a Speaker the browsers speak, without a
// Writer they write down dictation.
type Deps struct {
	DB      *storage.DB
	Speaker speech.Provider
	Writer  Writer
	Replies Replies
	Files   Files
	Plans   Plans
	Jobs    Jobs
	Clock   core.Clock
	Log     *slog.Logger

	// Allowances are the spoken characters of a calendar month.
	FreeCharacters, PaidCharacters int64
}

// Service is the voice room. It is safe for concurrent use.
type Service struct {
	deps  Deps
	store store
	slots chan struct{} // recordings that this process makes

	making obs.Group // recordings, and those that wait for their turn
}

// maxRecordings is how many recordings a process makes at once. Further ones wait.
const maxRecordings = 16

// New returns a Service and registers its job.
func New(d Deps) *Service {
	s := &Service{deps: d, store: store{db: d.DB}, slots: make(chan struct{}, maxRecordings)}
	d.Jobs.Every("voice.clean", time.Hour, s.clean)
	return s
}

// Close waits until the recordings that this process makes are stored, or ctx ends. Call it
// after the last call. Rule voice-graceful-stop.
func (s *Service) Close(ctx context.Context) {
	done := make(chan struct{})
	obs.Go(ctx, s.deps.Log, "wait for recordings", func() {
		defer close(done)
		s.making.Wait()
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}
