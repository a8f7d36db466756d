package openai

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/voicetest"
)

// rule voice-providers
func TestSpeakerMeetsProviderContract(t *testing.T) {
	for _, format := range []speech.Format{speech.MP3, speech.WAV} {
		t.Run(string(format), func(t *testing.T) {
			_, address := voicetest.StartFakeService(t, &voicetest.FakeService{Key: "k", Format: format})
			voicetest.RunConformance(t, func(*testing.T) speech.Provider { return New(Options{URL: address + "/v1/", Key: "k"}) })
		})
	}
}

// rule voice-providers
func TestServiceFaultsAreErrors(t *testing.T) {
	voicetest.CheckFaultsAreErrors(t, func(address string, client *http.Client) speech.Provider {
		return New(Options{URL: address, Client: client})
	})
}

func TestRequestHasTheVoiceOfThePersona(t *testing.T) {
	f, address := voicetest.StartFakeService(t, nil)
	p := New(Options{URL: address, Model: "kokoro"})
	for _, c := range []struct {
		request speech.Request
		voice   string
		speed   float64
	}{
		{speech.Request{Text: "a", Voice: "male-2"}, "echo", 1},
		{speech.Request{Text: "a", Voice: "neutral-1", Gender: "neutral", Rate: 9}, "alloy", 2},
		{speech.Request{Text: "a", Voice: "female-9", Gender: "female", Rate: 0.8}, "nova", 0.8},
		{speech.Request{Text: "a", Voice: "af_bella", HasProviderVoice: true, Rate: 0.1}, "af_bella", 0.5},
	} {
		voicetest.SpeakAndCheck(t, p, c.request)
		calls := f.Calls()
		got := calls[len(calls)-1]
		if got.Path != "/audio/speech" || got.Body["voice"] != c.voice || got.Body["speed"] != c.speed || got.Body["model"] != "kokoro" || got.Body["response_format"] != "mp3" {
			t.Errorf("%+v, want voice %s and speed %v", got, c.voice, c.speed)
		}
	}
}

func TestTranscriberReturnsTheText(t *testing.T) {
	f, address := voicetest.StartFakeService(t, &voicetest.FakeService{Key: "k", Transcript: " To be or not. "})
	got, err := NewTranscriber(Options{URL: address, Key: "k"}).Transcribe(t.Context(), []byte("sound"), "audio/ogg;codecs=opus")
	if err != nil || got != "To be or not." {
		t.Fatalf("%q, %v", got, err)
	}
	if c := f.Calls()[0]; c.File != "audio.ogg" || c.Body["model"] != DefaultTranscriberModel {
		t.Errorf("sent %+v", c)
	}
}

// rule voice-providers
func TestTranscriberReportsFaults(t *testing.T) {
	f, address := voicetest.StartFakeService(t, nil)
	for _, fault := range []voicetest.Fault{voicetest.WrongType, voicetest.Endless, voicetest.Cut, voicetest.Empty, "401", "429", "500"} {
		f.SetFault(fault)
		text, err := NewTranscriber(Options{URL: address}).Transcribe(t.Context(), []byte("sound"), "")
		want := speech.ErrProviderFailed
		if fault == "429" {
			want = speech.ErrBusy
		}
		if text != "" || !errors.Is(err, want) || strings.Contains(err.Error(), voicetest.UserSecret) {
			t.Errorf("%s: %q, %v", fault, text, err)
		}
	}
}

func TestLongTextIsSpokenInPieces(t *testing.T) {
	f, address := voicetest.StartFakeService(t, nil)
	text := strings.Repeat("A sentence of the sea. ", 8000/23)
	got := voicetest.SpeakAndCheck(t, New(Options{URL: address}), voicetest.NewRequest(text))
	spokenText := ""
	for _, c := range f.Calls() {
		input := c.Body["input"].(string)
		if len(input) > maxInputLength {
			t.Errorf("a call with %d characters", len(input))
		}
		spokenText += input
	}
	if spokenText != text || len(got.Data) < len(voicetest.SilentMP3(len(text))) {
		t.Errorf("%d of %d characters, %d bytes", len(spokenText), len(text), len(got.Data))
	}
}
