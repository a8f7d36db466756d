package apptest

import (
	"context"

	"colloquy/internal/app"
)

// Writer is a scripted service that writes down speech: it answers Words and the type of the
// recording, or Err.
type Writer struct {
	Words string
	Err   error
}

// Transcribe implements voice.Transcriber.
func (w *Writer) Transcribe(_ context.Context, _ []byte, mediaType string) (string, error) {
	return " " + w.Words + " in " + mediaType + " ", w.Err
}

// WithWriter is a change for Start: w writes down dictation. With nil only the browsers do.
func WithWriter(w *Writer) Change {
	return func(o *app.Options) {
		if o.Writer = nil; w != nil {
			o.Writer = w
		}
	}
}
