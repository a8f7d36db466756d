package chat

import (
	"bufio"
	"context"
	"io"
	"time"

	"colloquy/internal/httpx"
)

// registerTranscriptRoutes registers the export of one conversation.
func (s *Service) registerTranscriptRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{
		Method: "GET", Path: "/messages/{id}/export", ID: "exportConversation", Summary: "The messages of a conversation as a file, oldest first",
		Tag: apiTag, StreamMediaTypes: "text/markdown, application/json",
	}, s.handleTranscript)
}

// transcriptIn has the parameters of the export. Rule messages-export-file.
type transcriptIn struct {
	Ref
	Format string `query:"format" default:"md" doc:"md or json"`
}

func (s *Service) handleTranscript(ctx context.Context, in *transcriptIn) (*httpx.DownloadResponse, error) {
	t, err := s.newTranscript(ctx, httpx.Actor(ctx), in.ID, in.Format)
	if err != nil {
		return nil, err
	}
	name, anyName := t.fileNames()
	return httpx.DownloadWithUnicodeName(t.format.mediaType, name, anyName, func(ctx context.Context, w io.Writer) error {
		out := bufio.NewWriterSize(w, 32<<10)
		err := t.write(ctx, out)
		if err == nil {
			err = out.Flush()
		}
		if err != nil && ctx.Err() == nil {
			s.deps.Log.ErrorContext(ctx, "an export of a conversation failed", "error", err.Error())
		}
		return err
	}), nil
}

// dateOf returns the UTC date of t for the name of a file.
func dateOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }
