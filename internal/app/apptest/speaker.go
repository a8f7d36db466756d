package apptest

import (
	"context"
	"sync"

	"colloquy/internal/app"
	"colloquy/internal/voice/speech"
)

// Speaker is a scripted provider of speech. A recording has the signature of an Ogg file
// and then the spoken text.
type Speaker struct {
	mu       sync.Mutex
	requests []speech.Request
	err      error
	gate     chan struct{}
}

// WithSpeaker returns an AppOption. The application reads replies aloud with s.
func WithSpeaker(s *Speaker) AppOption { return func(o *app.Options) { o.Speaker = s } }

// WithVoiceAllowances returns an AppOption. It sets how many characters of text the service reads
// aloud in a month: for a free user and for a paying user.
func WithVoiceAllowances(free, paid int64) AppOption {
	return func(o *app.Options) { o.Config.VoiceCharsFree, o.Config.VoiceCharsPaid = free, paid }
}

// Name implements speech.Provider.
func (s *Speaker) Name() string { return "script" }

// Speak implements speech.Provider.
func (s *Speaker) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	s.mu.Lock()
	s.requests = append(s.requests, r)
	err, gate := s.err, s.gate
	s.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return speech.Recording{}, speech.ProviderErrorf("no answer in time")
		}
	}
	if err != nil {
		return speech.Recording{}, err
	}
	return speech.Recording{Data: []byte("OggS" + r.Text), Format: speech.Ogg}, nil
}

// FailWith makes the next recordings fail with err. With nil they succeed.
func (s *Speaker) FailWith(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

// HoldRecordings makes the next recordings wait until the returned channel is closed.
func (s *Speaker) HoldRecordings() chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gate = make(chan struct{})
	return s.gate
}

// Requests returns the requests so far.
func (s *Speaker) Requests() []speech.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]speech.Request(nil), s.requests...)
}
