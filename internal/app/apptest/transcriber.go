package apptest

import (
	"context"

	"colloquy/internal/app"
)

// Transcriber is a scripted transcription service. Transcribe returns Text and the media type of
// the recording, or Err.
type Transcriber struct {
	Text string
	Err  error
}

// Transcribe implements voice.Transcriber.
func (w *Transcriber) Transcribe(_ context.Context, _ []byte, mediaType string) (string, error) {
	return " " + w.Text + " in " + mediaType + " ", w.Err
}

// WithTranscriber returns an AppOption. The application turns dictation into text with w. If w is
// nil, only the browsers of users can turn dictation into text.
func WithTranscriber(w *Transcriber) AppOption {
	return func(o *app.Options) {
		if o.Transcriber = nil; w != nil {
			o.Transcriber = w
		}
	}
}
