package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

const tag = "Chat"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/session", ID: "openSession", Summary: "Find or create the conversation with a character", Tag: tag}, s.handleOpen)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/sessions", ID: "listSessions", Summary: "The caller's conversations", Tag: tag}, s.handleSessions(false))
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/sessions/characterProfile", ID: "listSessionsWithProfile", Summary: "The caller's conversations with their last message and message count", Tag: tag}, s.handleSessions(true))
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}", ID: "listMessages", Summary: "The newest messages of a conversation, oldest first", Tag: tag}, s.handleHistory)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/slug/{slug}", ID: "listMessagesBySlug", Summary: "The same by the character's slug", Tag: tag}, s.handleSlugHistory)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}", ID: "storeMessage", Summary: "Store a message without a reply", Tag: tag, Status: http.StatusCreated}, s.handleStoreMessage)
	s.streamRoutes(api)
	s.historyRoutes(api)
	s.searchRoutes(api)
}

func (s *Service) streamRoutes(api *httpx.API) {
	const events = "text/event-stream"
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/stream", ID: "sendMessage", Summary: "Send a message and stream the reply", Tag: tag, Stream: events}, s.handleSend)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}/stream", ID: "attachStream", Summary: "Attach to a reply; with a message, send it", Tag: tag, Stream: events}, s.handleAttach)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/regenerate", ID: "retryReply", Summary: "Write the last reply again after it failed or was interrupted", Tag: tag, Stream: events}, s.handleRetry)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/stop", ID: "stopReply", Summary: "End the running reply and keep the text that the user saw", Tag: tag}, s.handleStop)
}

func (s *Service) handleOpen(ctx context.Context, in *openIn) (*sessionOut, error) {
	ref, err := characterRef(in.Body.CharacterID)
	if err != nil {
		return nil, err
	}
	open := s.Open
	if in.Body.Existing {
		open = s.Reopen
	}
	session, err := open(ctx, httpx.Actor(ctx), ref)
	if err != nil {
		return nil, err
	}
	return &sessionOut{toSessionJSON(session, false)}, nil
}

// characterRef accepts a string or a whole number: clients send either.
func characterRef(v any) (string, error) {
	switch ref := v.(type) {
	case string:
		return ref, nil
	case float64:
		if ref == float64(int64(ref)) {
			return fmt.Sprint(int64(ref)), nil
		}
	case json.Number:
		return ref.String(), nil
	}
	return "", core.Fields("characterId", "Please name a character.")
}

func (s *Service) handleSessions(enriched bool) func(context.Context, *sessionsIn) (*sessionsOut, error) {
	return func(ctx context.Context, in *sessionsIn) (*sessionsOut, error) {
		page, err := s.Sessions(ctx, httpx.Actor(ctx), in.Limit, in.Cursor)
		if err != nil {
			return nil, err
		}
		out := &sessionsOut{}
		out.Body.NextCursor = page.Next
		out.Body.Sessions = make([]sessionJSON, len(page.Sessions))
		for i, session := range page.Sessions {
			out.Body.Sessions[i] = toSessionJSON(session, enriched)
		}
		return out, nil
	}
}

func (s *Service) handleHistory(ctx context.Context, in *historyIn) (*historyOut, error) {
	page, err := s.History(ctx, httpx.Actor(ctx), in.ID, in.Before)
	if err != nil {
		return nil, err
	}
	out := &historyOut{}
	out.Body.HasMore = page.HasMore
	out.Body.Messages = make([]messageJSON, len(page.Messages))
	for i, m := range page.Messages {
		out.Body.Messages[i] = toMessageJSON(m)
		out.Body.Messages[i].Quotes = toQuotesJSON(page.Quotes[m.ID])
	}
	return out, nil
}

func (s *Service) handleSlugHistory(ctx context.Context, in *slugHistoryIn) (*historyOut, error) {
	return s.handleHistory(ctx, &historyIn{Ref{in.Slug}, in.Before})
}

func (s *Service) handleStoreMessage(ctx context.Context, in *storeMessageIn) (*messageOut, error) {
	m, err := s.Store(ctx, httpx.Actor(ctx), in.ID, in.Body.input())
	if err != nil {
		return nil, err
	}
	return &messageOut{toMessageJSON(m)}, nil
}

func (b sendBody) input() Input { return Input{Content: b.Content, ClientID: b.ClientID} }

func (s *Service) handleSend(ctx context.Context, in *streamIn) (*huma.StreamResponse, error) {
	turn, err := s.Send(ctx, httpx.Actor(ctx), in.ID, in.Body.input())
	return s.streamReply(turn, in.startSeq(), err)
}

func (s *Service) handleRetry(ctx context.Context, in *retryIn) (*huma.StreamResponse, error) {
	turn, err := s.Retry(ctx, httpx.Actor(ctx), in.ID)
	return s.streamReply(turn, in.startSeq(), err)
}

// handleAttach resumes a reply, or sends a message given in the query. Sending changes
// state, so checkIntent restricts it (rule chat-get-form).
func (s *Service) handleAttach(ctx context.Context, in *attachIn) (*huma.StreamResponse, error) {
	if !in.hasMessage && in.Reply != "" {
		turn, err := s.Attach(ctx, httpx.Actor(ctx), in.ID, in.Reply)
		return s.streamReply(turn, in.startSeq(), err)
	}
	if !in.hasMessage {
		turn, found, err := s.Running(ctx, httpx.Actor(ctx), in.ID)
		if err == nil && !found {
			return httpx.NoContent(), nil
		}
		return s.streamReply(turn, in.startSeq(), err)
	}
	if err := in.checkIntent(); err != nil {
		return nil, err
	}
	turn, err := s.Send(ctx, httpx.Actor(ctx), in.ID, Input{Content: in.Message, ClientID: in.ClientID})
	return s.streamReply(turn, in.startSeq(), err)
}

// checkIntent refuses a GET request that a link, an image, a prefetch or another site's
// page could have made.
func (in *attachIn) checkIntent() error {
	if !strings.Contains(in.Accept, "text/event-stream") {
		return errNotAStream
	}
	bearer := strings.HasPrefix(strings.ToLower(in.Authorization), "bearer ")
	prefetch := strings.Contains(in.SecPurpose+in.Purpose, "prefetch")
	if prefetch || !bearer && in.FetchSite != "same-origin" {
		return errCrossSite
	}
	return nil
}

func (s *Service) streamReply(turn message.Turn, after int64, err error) (*huma.StreamResponse, error) {
	if err != nil {
		return nil, err
	}
	return httpx.EventStream(func(ctx context.Context, w *httpx.EventWriter) {
		if err := s.Follow(ctx, turn, turn.StartAfter(after), w); err != nil && ctx.Err() == nil {
			s.deps.Log.DebugContext(ctx, "the reader is disconnected", "error", err.Error())
		}
	}), nil
}

func (s *Service) handleStop(ctx context.Context, in *stopIn) (*messageOut, error) {
	seen := -1
	if in.Body.Seen != nil {
		seen = max(*in.Body.Seen, 0)
	}
	m, err := s.Stop(ctx, httpx.Actor(ctx), in.ID, seen)
	if err != nil {
		return nil, err
	}
	return &messageOut{toMessageJSON(m)}, nil
}
