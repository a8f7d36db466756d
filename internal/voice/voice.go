// Package voice reads replies aloud. A provider speaks a stored reply. The package keeps the
// recording and counts the spoken characters of each user and month. It also transcribes dictation
// and stores the users' voice settings. It owns the tables voice_recordings, voice_usage and
// voice_settings. The providers are packages that implement speech.Provider.
//
// Invariants:
//   - A provider speaks only the text of a stored reply of the caller, never a text of the request.
//   - For each voice, a message or a part of it is recorded once. The first call inserts a row with
//     a lease. All other calls, also in other processes, wait for that row.
//   - The transaction that takes the lease reserves the characters of the allowance. The
//     transaction that records a failure gives them back.
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

// Deps are the dependencies of a Service. If Speaker is nil, the browser's own speech synthesis is
// used. If Transcriber is nil, the browser's own speech recognition is used.
type Deps struct {
	DB          *storage.DB
	Speaker     speech.Provider
	Transcriber Transcriber
	Replies     Replies
	Files       Files
	Plans       Plans
	Jobs        Jobs
	Clock       core.Clock
	Log         *slog.Logger

	// The allowances, in spoken characters a calendar month. PaidTextLength is for users with an
	// active purchase.
	FreeTextLength, PaidTextLength int64
}

// Service implements the calls about voices. It is safe for concurrent use.
type Service struct {
	deps  Deps
	store store
	slots chan struct{} // has an element for each recording that this process is making

	recordingTasks obs.Group // the goroutines that make recordings or wait for a slot
}

// maxRecordingsAtOnce is how many recordings a process makes at once. Further recordings wait. Rule
// voice-errors.
const maxRecordingsAtOnce = 16

// New returns a Service and registers its job in d.Jobs.
func New(d Deps) *Service {
	s := &Service{deps: d, store: store{db: d.DB}, slots: make(chan struct{}, maxRecordingsAtOnce)}
	d.Jobs.Every("voice.clean", time.Hour, s.deleteUnfinishedAttempts)
	return s
}

// Close waits until the recordings that this process is making are stored, or until ctx ends.
// Call it when no other method runs any more. Rule voice-graceful-stop.
func (s *Service) Close(ctx context.Context) {
	done := make(chan struct{})
	obs.Go(ctx, s.deps.Log, "wait for recordings", func() {
		defer close(done)
		s.recordingTasks.Wait()
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}
