package chat

import (
	"context"
	"time"

	"colloquy/internal/httpx"
)

// registerMessageRoutes registers the calls about single messages, archives and titles, except
// those that Routes registers itself.
func (s *Service) registerMessageRoutes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "DELETE", Path: "/messages/{id}/{messageId}", ID: "deleteMessage", Summary: "Delete one message. A reply is deleted with all its versions", Tag: apiTag}, s.handleDeleteMessage)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/messages/{id}/{messageId}/alternative", ID: "pickVersion", Summary: "Put another version of the last reply in its place", Tag: apiTag}, s.handlePickVersion)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/{messageId}/feedback", ID: "rateMessage", Summary: "Rate a reply", Tag: apiTag}, s.handleRate)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/start-over", ID: "startOver", Summary: "Put the messages into an archive and begin with the greeting", Tag: apiTag}, s.handleStartOver)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}/archives", ID: "listArchives", Summary: "The archives of a conversation, newest first", Tag: apiTag}, s.handleArchives)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/archives/{archiveId}/restore", ID: "restoreArchive", Summary: "Bring an archive back", Tag: apiTag}, s.handleRestoreArchive)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/session/{id}", ID: "renameSession", Summary: "Give a conversation a title", Tag: apiTag}, s.handleRename)
}

// MessageRef is a message in a path. It is exported because huma binds only exported embedded
// types.
type MessageRef struct {
	Ref
	MessageID string `path:"messageId" doc:"A message's id"`
}

func (s *Service) handleDeleteMessage(ctx context.Context, in *MessageRef) (*deletedOut, error) {
	return toDeletedOut(s.DeleteMessage(ctx, httpx.Actor(ctx), in.ID, in.MessageID))
}

func (s *Service) handlePickVersion(ctx context.Context, in *MessageRef) (*messageOut, error) {
	m, versions, err := s.PickVersion(ctx, httpx.Actor(ctx), in.ID, in.MessageID)
	if err != nil {
		return nil, err
	}
	out := &messageOut{toMessageJSON(m)}
	out.Body.Alternatives = toVersionsJSON(versions)
	return out, nil
}

type rateIn struct {
	MessageRef
	Body struct {
		_      struct{} `additionalProperties:"true"`
		Value  string   `json:"value" doc:"up, down or none"`
		Reason string   `json:"reason,omitempty" doc:"At most 500 characters"`
	}
}

type reportMessageIn struct {
	MessageRef
	Body struct {
		_      struct{} `additionalProperties:"true"`
		Reason string   `json:"reason" doc:"1 to 500 characters"`
	}
}

type reportMessageOut struct {
	Body struct {
		Success bool   `json:"success"`
		Ticket  string `json:"ticket"`
	}
}

func (s *Service) handleRate(ctx context.Context, in *rateIn) (*deletedOut, error) {
	return toDeletedOut(s.RateReply(ctx, httpx.Actor(ctx), in.ID, in.MessageID, in.Body.Value, in.Body.Reason))
}

func (s *Service) handleReport(ctx context.Context, in *reportMessageIn) (*reportMessageOut, error) {
	ticket, err := s.ReportReply(ctx, httpx.Actor(ctx), in.ID, in.MessageID, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	out := &reportMessageOut{}
	out.Body.Success, out.Body.Ticket = true, ticket
	return out, nil
}

func (s *Service) handleStartOver(ctx context.Context, in *struct{ Ref }) (*sessionOut, error) {
	return s.toSessionOut(s.StartOver(ctx, httpx.Actor(ctx), in.ID))
}

type archiveJSON struct {
	ID           string          `json:"id"`
	Kind         string          `json:"kind" enum:"start_over,edit"`
	MessageCount int             `json:"message_count"`
	LastMessage  lastMessageJSON `json:"lastMessage"`
	CreatedAt    time.Time       `json:"created_at"`
}

type archivesOut struct {
	Body struct {
		Data []archiveJSON `json:"data" nullable:"false"`
	}
}

func (s *Service) handleArchives(ctx context.Context, in *struct{ Ref }) (*archivesOut, error) {
	list, err := s.Archives(ctx, httpx.Actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	out := &archivesOut{}
	out.Body.Data = make([]archiveJSON, len(list))
	for i, a := range list {
		out.Body.Data[i] = archiveJSON{a.ID, a.Kind, a.MessageCount, lastMessageJSON{a.LastMessage}, a.CreatedAt}
	}
	return out, nil
}

type restoreIn struct {
	Ref
	ArchiveID string `path:"archiveId"`
}

func (s *Service) handleRestoreArchive(ctx context.Context, in *restoreIn) (*sessionOut, error) {
	return s.toSessionOut(s.Restore(ctx, httpx.Actor(ctx), in.ID, in.ArchiveID))
}

type renameIn struct {
	Ref
	Body struct {
		_     struct{} `additionalProperties:"true"`
		Title string   `json:"title" doc:"At most 80 characters; empty takes the title away"`
	}
}

func (s *Service) handleRename(ctx context.Context, in *renameIn) (*sessionOut, error) {
	return s.toSessionOut(s.Rename(ctx, httpx.Actor(ctx), in.ID, in.Body.Title))
}

// toSessionOut returns the answer of a call that returns a session.
func (s *Service) toSessionOut(session Session, err error) (*sessionOut, error) {
	if err != nil {
		return nil, err
	}
	return &sessionOut{s.toSessionJSON(session, true)}, nil
}
