// Package voicetest has the tests that every speech.Provider must pass, and a fake service for
// them.
package voicetest

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
)

// RunConformance checks that providers do what speech.Provider says.
func RunConformance(t *testing.T, newProvider func(t *testing.T) speech.Provider) {
	t.Run("name", func(t *testing.T) {
		if a, b := newProvider(t).Name(), newProvider(t).Name(); a == "" || a != b {
			t.Errorf("names %q and %q", a, b)
		}
	})
	t.Run("a longer text is a longer recording", func(t *testing.T) {
		p := newProvider(t)
		short, long := SpeakAndCheck(t, p, NewRequest("Hello.")), SpeakAndCheck(t, p, NewRequest(strings.Repeat("Hello there, dear friend. ", 20)))
		if len(long.Data) < 2*len(short.Data) {
			t.Errorf("%d and %d bytes", len(short.Data), len(long.Data))
		}
	})
	t.Run("every voice, language, rate and pitch", func(t *testing.T) {
		p := newProvider(t)
		for _, r := range unusualRequests() {
			SpeakAndCheck(t, p, r)
		}
	})
	t.Run("at once", func(t *testing.T) { speakConcurrently(t, newProvider(t)) })
	t.Run("ends with its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		got, err := newProvider(t).Speak(ctx, NewRequest("Hello."))
		CheckRefused(t, got, err)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v does not wrap that of the context", err)
		}
	})
	t.Run("hostile texts", func(t *testing.T) {
		p := newProvider(t)
		for i, text := range HostileTexts("voicetest-mark") {
			if i%15 != 0 {
				continue
			}
			if got, err := p.Speak(t.Context(), NewRequest(text)); err != nil {
				CheckRefused(t, got, err)
			}
		}
	})
}

// NewRequest returns a valid request to speak text in British English, at normal rate and pitch.
func NewRequest(text string) speech.Request {
	return speech.Request{Text: text, Voice: "female-1", Gender: "female", Language: "en-GB", Rate: 1, Pitch: 1}
}

func unusualRequests() []speech.Request {
	var out []speech.Request
	for _, voice := range []string{"female-1", "female-4", "male-1", "male-3", "neutral-1", "female-9", "", "$(id)", "../../x", "-w out"} {
		for _, own := range []bool{false, true} {
			r := NewRequest("Good day.")
			r.Voice, r.HasProviderVoice = voice, own
			out = append(out, r)
		}
	}
	for _, language := range []string{"", "en-US", "en-IN", "de-DE", "zh", "xx-YY", "-w out", "$(id)"} {
		r := NewRequest("Good day.")
		r.Language, r.Gender = language, "neutral"
		out = append(out, r)
	}
	for _, value := range []float64{0, -1, 0.5, 2, 1e9, math.NaN(), math.Inf(1), math.Inf(-1)} {
		r := NewRequest("Good day.")
		r.Rate, r.Pitch = value, value
		out = append(out, r)
	}
	return out
}

// SpeakAndCheck returns the recording of r and checks that sound.ParseRecording accepts it
// unchanged.
func SpeakAndCheck(t *testing.T, p speech.Provider, r speech.Request) speech.Recording {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	got, err := p.Speak(ctx, r)
	if err != nil {
		t.Errorf("voice %q, language %q, rate %v: %v", r.Voice, r.Language, r.Rate, err)
		return got
	}
	again, err := sound.ParseRecording(got.Data)
	if err != nil || again.Format != got.Format || len(again.Data) != len(got.Data) {
		t.Errorf("format %s, %d bytes: %v", got.Format, len(got.Data), err)
	}
	return got
}

// CheckRefused checks that a failed call returned an error of package speech and no part of a
// recording.
func CheckRefused(t *testing.T, got speech.Recording, err error) {
	t.Helper()
	if !errors.Is(err, speech.ErrProviderFailed) && !errors.Is(err, speech.ErrBusy) {
		t.Errorf("error %v is none of the contract", err)
	}
	if got.Data != nil || got.Format != "" {
		t.Errorf("a failed call returns %d bytes", len(got.Data))
	}
}

func speakConcurrently(t *testing.T, p speech.Provider) {
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() { SpeakAndCheck(t, p, NewRequest("Hello from one of many.")) })
	}
	all.Wait()
}
