package elevenlabs

import (
	"net/http"
	"testing"

	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/voicetest"
)

// rule voice-providers
func TestSpeakerMeetsProviderContract(t *testing.T) {
	_, address := voicetest.StartFakeService(t, &voicetest.FakeService{Key: "k"})
	voicetest.RunConformance(t, func(*testing.T) speech.Provider { return New(Options{URL: address + "/v1/", Key: "k"}) })
}

// rule voice-providers
func TestServiceFaultsAreErrors(t *testing.T) {
	voicetest.CheckFaultsAreErrors(t, func(address string, client *http.Client) speech.Provider {
		return New(Options{URL: address, Client: client})
	})
}

func TestRequestHasTheVoiceOfThePersona(t *testing.T) {
	f, address := voicetest.StartFakeService(t, nil)
	p := New(Options{URL: address, Voices: map[string]string{"male-2": "two", "neutral": "any"}})
	for _, c := range []struct {
		request speech.Request
		path    string
		speed   float64
	}{
		{speech.Request{Text: "a", Voice: "male-2"}, "two", 1},
		{speech.Request{Text: "a", Voice: "male-3"}, builtInVoices["male"], 1},
		{speech.Request{Text: "a", Voice: "neutral-1", Gender: "neutral", Rate: 2}, "any", 1.2},
		{speech.Request{Text: "a", Voice: "", Rate: 0.5}, builtInVoices["female"], 0.7},
		{speech.Request{Text: "a", Voice: "../user?x=", HasProviderVoice: true}, "..%2Fuser%3Fx=", 1},
	} {
		voicetest.SpeakAndCheck(t, p, c.request)
		calls := f.Calls()
		got := calls[len(calls)-1]
		speed := got.Body["voice_settings"].(map[string]any)["speed"]
		if want := "/text-to-speech/" + c.path + "?output_format=mp3_44100_128"; got.Path != want || speed != c.speed {
			t.Errorf("%s at %v, want %s at %v", got.Path, speed, want, c.speed)
		}
	}
}
