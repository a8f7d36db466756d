package voice

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"colloquy/internal/voice/speech"
)

// audioField is the form field that has the recording to transcribe.
const audioField = "audio"

// Transcribe returns the text of what a user has dictated. Neither the recording nor the text
// is stored. Rule voice-transcription.
func (s *Service) Transcribe(ctx context.Context, audio []byte) (string, error) {
	if s.deps.Transcriber == nil {
		return "", errNoTranscriber
	}
	mediaType := detectMediaType(audio)
	if mediaType == "" {
		return "", errNoRecording
	}
	text, err := s.deps.Transcriber.Transcribe(ctx, audio, mediaType)
	switch {
	case errors.Is(err, speech.ErrBusy):
		return "", errTranscriberBusy.Because(err)
	case err != nil:
		return "", errTranscriptionFailed.Because(err)
	}
	return strings.TrimSpace(text), nil
}

// detectMediaType returns the media type that the first bytes of a recording show. It knows
// the types that browsers record, and returns "" for any other data. Rule voice-transcription.
func detectMediaType(data []byte) string {
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
