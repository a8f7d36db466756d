// Package openai speaks and transcribes with services that have the audio calls of OpenAI.
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
	URL    string // with the version, such as https://api.openai.com/v1
	Key    string // may be empty
	Model  string // "" is DefaultModel, or DefaultTranscriber of a Transcriber
	Client *http.Client
}

// Default models of Options.
const (
	DefaultModel       = "tts-1"
	DefaultTranscriber = "whisper-1"
)

// service is what speech and transcription share.
type service struct {
	client             *upstream.Client
	address, key, name string
	model              string
}

func newService(o Options, call, model string) service {
	base := strings.TrimRight(o.URL, "/")
	s := service{client: upstream.New(o.Client), address: base + call, key: o.Key, model: o.Model}
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

func (s service) post(ctx context.Context, contentType string, body []byte, limit int) ([]byte, error) {
	header := map[string]string{"Content-Type": contentType}
	if s.key != "" {
		header["Authorization"] = "Bearer " + s.key
	}
	return s.client.Post(ctx, s.address, header, body, limit)
}

// Speaker is a speech.Provider.
type Speaker struct{ service service }

// New returns a Speaker.
func New(o Options) *Speaker {
	return &Speaker{service: newService(o, "/audio/speech", DefaultModel)}
}

// Name implements speech.Provider.
func (s *Speaker) Name() string { return s.service.name }

type spoken struct {
	Model  string  `json:"model"`
	Input  string  `json:"input"`
	Voice  string  `json:"voice"`
	Format string  `json:"response_format"`
	Speed  float64 `json:"speed"`
}

// maxInput is the most characters of a call. OpenAI accepts 4096.
const maxInput = 4000

// Speak implements speech.Provider. A longer text than a call accepts is spoken in pieces.
func (s *Speaker) Speak(ctx context.Context, r speech.Request) (speech.Recording, error) {
	var parts []speech.Recording
	for _, piece := range sound.Split(r.Text, maxInput) {
		r.Text = piece
		part, err := s.speakPiece(ctx, r)
		if err != nil {
			return speech.Recording{}, err
		}
		parts = append(parts, part)
	}
	return sound.Join(parts)
}

func (s *Speaker) speakPiece(ctx context.Context, r speech.Request) (speech.Recording, error) {
	body, err := json.Marshal(spoken{
		Model: s.service.model, Input: sound.Plain(r.Text), Voice: voiceOf(r), Format: string(speech.MP3), Speed: sound.Clamp(r.Rate, 0.5, 2),
	})
	if err != nil {
		return speech.Recording{}, speech.Broken("the request cannot be encoded")
	}
	data, err := s.service.post(ctx, "application/json", body, speech.MaxBytes)
	if err != nil {
		return speech.Recording{}, err
	}
	return sound.Recording(data)
}
