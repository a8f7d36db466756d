// Package elevenlabs turns text into speech with the service of ElevenLabs.
package elevenlabs

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"colloquy/internal/voice/sound"
	"colloquy/internal/voice/speech"
	"colloquy/internal/voice/upstream"
)

// The address and the model if Options has none.
const (
	DefaultURL   = "https://api.elevenlabs.io/v1"
	DefaultModel = "eleven_multilingual_v2"
)

// Options select the account and the voices.
type Options struct {
	URL, Key, Model string // an empty URL or Model means the default
	// Voices maps voices of personas, such as "female-2", and genders to ids of ElevenLabs
	// voices. A name that is missing here uses builtInVoices.
	Voices map[string]string
	Client *http.Client
}

// builtInVoices maps genders to the ids of voices that every account has: Rachel and Adam.
var builtInVoices = map[string]string{"female": "21m00Tcm4TlvDq8ikWAM", "male": "pNInz6obpgDQGcFmaJgB"}

// Speaker is a speech.Provider that calls ElevenLabs.
type Speaker struct {
	client  *upstream.Client
	options Options
}

// New returns a Speaker.
func New(o Options) *Speaker {
	if o.URL == "" {
		o.URL = DefaultURL
	}
	if o.Model == "" {
		o.Model = DefaultModel
	}
	o.URL = strings.TrimRight(o.URL, "/")
	return &Speaker{client: upstream.New(o.Client), options: o}
}

// Name implements speech.Provider.
func (s *Speaker) Name() string { return "elevenlabs " + s.options.Model }

type speechRequest struct {
	Text     string        `json:"text"`
	Model    string        `json:"model_id"`
	Settings voiceSettings `json:"voice_settings"`
}

type voiceSettings struct {
	Speed float64 `json:"speed"`
}

// Speak implements speech.Provider. ElevenLabs accepts speeds of 0.7 to 1.2.
func (s *Speaker) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	body, err := json.Marshal(speechRequest{Text: sound.WithoutControls(r.Text), Model: s.options.Model, Settings: voiceSettings{sound.Clamp(r.Rate, 0.7, 1.2)}})
	if err != nil {
		return speech.Recording{}, speech.ProviderErrorf("the request cannot be encoded")
	}
	address := s.options.URL + "/text-to-speech/" + url.PathEscape(s.voiceID(r)) + "?output_format=mp3_44100_128"
	header := map[string]string{"Content-Type": "application/json", "Xi-Api-Key": s.options.Key}
	data, err := s.client.Post(ctx, address, header, body, speech.MaxRecordingBytes)
	if err != nil {
		return speech.Recording{}, err
	}
	return sound.ParseRecording(data)
}

// voiceID returns the id of the voice for r. If r.HasProviderVoice is set, the id is r.Voice, unless
// r.Voice is empty or has only dots. Otherwise voiceID looks for r.Voice, then for r.Gender, then for the
// gender with which r.Voice begins. It looks for each name in the voices of the options, then in
// builtInVoices. If it finds no id, it returns the built-in female voice.
func (s *Speaker) voiceID(r speech.Request) string {
	if r.HasProviderVoice && strings.Trim(r.Voice, ".") != "" {
		return r.Voice
	}
	gender, _, _ := strings.Cut(r.Voice, "-")
	for _, name := range []string{r.Voice, r.Gender, gender} {
		for _, table := range []map[string]string{s.options.Voices, builtInVoices} {
			if id := table[name]; id != "" {
				return id
			}
		}
	}
	return builtInVoices["female"]
}
