// Package speech is the contract between package voice and what turns text into sound: a
// service on the network or a program on this machine. It is the only package that both
// sides import. voicetest is the conformance suite.
package speech

import (
	"context"
	"errors"
	"fmt"
)

// Format is the format of a recording.
type Format string

// The formats that browsers play.
const (
	MP3 Format = "mp3"
	WAV Format = "wav"
	Ogg Format = "ogg"
)

// MaxBytes is the most bytes of a recording. A provider that sends more is cut off with
// ErrBroken.
const MaxBytes = 16 << 20

// Request is a text to speak and how.
type Request struct {
	Text     string // plain text of at most MaxCharacters characters, as package spoken makes it
	Voice    string // name of the persona's voice in the seed, such as "female-2"; or, if Own, a name of the provider
	Own      bool
	Gender   string  // "female", "male" or ""
	Language string  // BCP 47, such as "en-GB"
	Rate     float64 // 1 is normal; 0.5 to 2
	Pitch    float64 // 1 is normal; 0.5 to 2; providers without pitch ignore it
}

// MaxCharacters is the most characters of a text.
const MaxCharacters = 8000

// Recording is spoken text. Its format is found by its bytes, not by what the provider
// claims.
type Recording struct {
	Data   []byte
	Format Format
}

// Provider speaks. It is safe for concurrent use. Speak ends with its context; it returns
// one of the errors below, wrapped, and never a part of a recording.
type Provider interface {
	// Name identifies the provider and its model. It is a part of the key under which a
	// recording is kept, and is written to the log.
	Name() string
	Speak(ctx context.Context, r Request) (Recording, error)
}

// Errors of providers.
var (
	// ErrBusy reports that the provider accepts no more requests at the moment.
	ErrBusy = errors.New("speech: the provider is busy")
	// ErrBroken reports any other failure: a refused key, an empty account, a timeout, an
	// answer that is not a whole recording.
	ErrBroken = errors.New("speech: the provider failed")
)

// Broken returns ErrBroken with a reason for the log. The reason contains no spoken text
// and no key.
func Broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrBroken, fmt.Sprintf(format, args...))
}
