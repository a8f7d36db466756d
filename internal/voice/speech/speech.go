// Package speech defines what package voice needs of a provider. A provider turns text into sound:
// a service on the network or a program on this machine. Package voicetest has the tests that every
// provider must pass.
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

// MaxRecordingBytes is the largest size of a recording. If a service sends more, Speak returns
// ErrProviderFailed. Rule voice-providers.
const MaxRecordingBytes = 16 << 20

// Request is a text to speak, with the voice.
type Request struct {
	Text             string  // plain text of at most MaxTextLength characters, as package spoken makes it
	Voice            string  // name of a voice of personas, such as "female-2"; if HasProviderVoice, the provider's name of a voice
	HasProviderVoice bool    // Voice is a name that only the provider knows
	Gender           string  // "female", "male" or ""
	Language         string  // BCP 47, such as "en-GB"
	Rate             float64 // 1 is normal; 0.5 to 2
	Pitch            float64 // 1 is normal; 0.5 to 2; providers without pitch ignore it
}

// MaxTextLength is the largest number of characters of Request.Text.
const MaxTextLength = 8000

// Recording is a file with spoken text. Format is detected by the bytes, not taken from the
// provider.
type Recording struct {
	Data   []byte
	Format Format
}

// Provider turns text into recordings. It is safe for concurrent use.
type Provider interface {
	// Name identifies the provider and its model. It is hashed into the key of a recording,
	// and is written to the log.
	Name() string
	// Speak returns the recording of a text. It returns when ctx ends. On failure it returns
	// no recording and an error that wraps ErrBusy or ErrProviderFailed.
	Speak(ctx context.Context, r Request) (Recording, error)
}

// Errors of providers.
var (
	// ErrBusy reports that the provider accepts no more requests at the moment.
	ErrBusy = errors.New("speech: the provider is busy")
	// ErrProviderFailed reports any other failure: a refused key, an empty account, a timeout, an
	// answer that is not a whole recording.
	ErrProviderFailed = errors.New("speech: the provider failed")
)

// ProviderErrorf returns an error that wraps ErrProviderFailed, with a formatted reason for the log. The
// reason must contain no spoken text and no key.
func ProviderErrorf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrProviderFailed, fmt.Sprintf(format, args...))
}
