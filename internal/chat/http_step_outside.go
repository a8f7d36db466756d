package chat

import (
	"context"

	"colloquy/internal/httpx"
)

// registerOutsideRoutes registers the call that returns a note about a reply (StepOutside).
func (s *Service) registerOutsideRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/step-outside", ID: "stepOutside", Summary: "A neutral note of the service about a reply, with the sources of the fact sheet; it is not stored", Tag: apiTag}, s.handleStepOutside)
}

type stepOutsideIn struct {
	Ref
	Body *struct {
		_         struct{} `additionalProperties:"true"`
		MessageID string   `json:"messageId,omitempty" doc:"Id of a reply that has ended; without it, the last one"`
	}
}

type sourceJSON struct {
	Text    string `json:"text" doc:"The fact or saying of the fact sheet"`
	Source  string `json:"source" doc:"The source that records the fact"`
	Address string `json:"address" doc:"https address of the source, or empty"`
}

type stepOutsideOut struct {
	Body struct {
		Content string       `json:"content" doc:"Plain text, paragraphs divided by an empty line"`
		Sources []sourceJSON `json:"sources" nullable:"false" doc:"Entries of the fact sheet that the note uses"`
	}
}

func (s *Service) handleStepOutside(ctx context.Context, in *stepOutsideIn) (*stepOutsideOut, error) {
	id := ""
	if in.Body != nil {
		id = in.Body.MessageID
	}
	note, err := s.StepOutside(ctx, httpx.Actor(ctx), in.ID, id)
	if err != nil {
		return nil, err
	}
	out := &stepOutsideOut{}
	out.Body.Content, out.Body.Sources = note.Content, make([]sourceJSON, len(note.Sources))
	for i, one := range note.Sources {
		out.Body.Sources[i] = sourceJSON(one)
	}
	return out, nil
}
