package voice

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"colloquy/internal/voice/speech"
)

// audioField is the field of a form with a recording.
const audioField = "audio"

// Transcribe writes down a recording of a user. Nothing of it is kept. Rule
// voice-transcription.
func (s *Service) Transcribe(ctx context.Context, audio []byte) (string, error) {
	if s.deps.Writer == nil {
		return "", errNoWriter
	}
	mediaType := mediaTypeOf(audio)
	if mediaType == "" {
		return "", errNoRecording
	}
	text, err := s.deps.Writer.Transcribe(ctx, audio, mediaType)
	switch {
	case errors.Is(err, speech.ErrBusy):
		return "", errWriterBusy.Because(err)
	case err != nil:
		return "", errNotWritten.Because(err)
	}
	return strings.TrimSpace(text), nil
}

// mediaTypeOf returns the type of a recording that a browser has made, by its first bytes,
// or "" if it is none.
func mediaTypeOf(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\x1a\x45\xdf\xa3")):
		return "audio/webm"
	case bytes.HasPrefix(data, []byte("OggS")):
		return "audio/ogg"
	case len(data) > 8 && string(data[4:8]) == "ftyp":
		return "audio/mp4"
	case len(data) > 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WAVE":
		return "audio/wav"
	}
	return ""
}
