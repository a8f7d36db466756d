// Package openai turns text into speech and speech into text with services that have the audio
// API of OpenAI.
package openai

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

// Options select a service.
type Options struct {
	URL    string       // with the version, such as https://api.openai.com/v1
	Key    string       // "" sends no key
	Model  string       // "" means DefaultModel for a Speaker and DefaultTranscriberModel for a Transcriber
	Client *http.Client // nil means a new client
}

// Default models of Options.
const (
	DefaultModel            = "tts-1"
	DefaultTranscriberModel = "whisper-1"
)

// audioService makes the HTTP calls of a Speaker or a Transcriber.
type audioService struct {
	client             *upstream.Client
	address, key, name string
	model              string
}

func newService(o Options, path, model string) audioService {
	base := strings.TrimRight(o.URL, "/")
	s := audioService{client: upstream.New(o.Client), address: base + path, key: o.Key, model: o.Model}
	if s.model == "" {
		s.model = model
	}
	host := "unknown"
	if u, err := url.Parse(base); err == nil {
		host = u.Host
	}
	s.name = "openai " + host + " " + s.model
	return s
}

func (s audioService) post(ctx context.Context, contentType string, body []byte, limit int) ([]byte, error) {
	header := map[string]string{"Content-Type": contentType}
	if s.key != "" {
		header["Authorization"] = "Bearer " + s.key
	}
	return s.client.Post(ctx, s.address, header, body, limit)
}

// Speaker is a speech.Provider that calls a service.
type Speaker struct{ service audioService }

// New returns a Speaker.
func New(o Options) *Speaker {
	return &Speaker{service: newService(o, "/audio/speech", DefaultModel)}
}

// Name implements speech.Provider.
func (s *Speaker) Name() string { return s.service.name }

type speechRequest struct {
	Model  string  `json:"model"`
	Input  string  `json:"input"`
	Voice  string  `json:"voice"`
	Format string  `json:"response_format"`
	Speed  float64 `json:"speed"`
}

// maxInputLength is the largest number of characters in one call. OpenAI accepts 4096.
const maxInputLength = 4000

// Speak implements speech.Provider. It makes several calls for a text that is longer than
// maxInputLength.
func (s *Speaker) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	var parts []speech.Recording
	for _, piece := range sound.SplitText(r.Text, maxInputLength) {
		r.Text = piece
		part, err := s.speakPiece(ctx, r)
		if err != nil {
			return speech.Recording{}, err
		}
		parts = append(parts, part)
	}
	return sound.JoinRecordings(parts)
}

func (s *Speaker) speakPiece(ctx context.Context, r speech.Request) (speech.Recording, error) {
	body, err := json.Marshal(speechRequest{
		Model: s.service.model, Input: sound.WithoutControls(r.Text), Voice: providerVoice(r), Format: string(speech.MP3), Speed: sound.Clamp(r.Rate, 0.5, 2),
	})
	if err != nil {
		return speech.Recording{}, speech.ProviderErrorf("the request cannot be encoded")
	}
	data, err := s.service.post(ctx, "application/json", body, speech.MaxRecordingBytes)
	if err != nil {
		return speech.Recording{}, err
	}
	return sound.ParseRecording(data)
}
