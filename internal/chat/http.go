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

const apiTag = "Chat"

// Routes registers the calls of this package.
func (s *Service) Routes(api *httpx.API) {
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/session", ID: "openSession", Summary: "Find or create the conversation with a character", Tag: apiTag}, s.handleOpen)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/sessions", ID: "listSessions", Summary: "The caller's conversations", Tag: apiTag}, s.handleListSessions(false))
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/sessions/characterProfile", ID: "listSessionsWithProfile", Summary: "The caller's conversations with their last message and message count", Tag: apiTag}, s.handleListSessions(true))
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}", ID: "listMessages", Summary: "The newest messages of a conversation, oldest first", Tag: apiTag}, s.handleHistory)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/slug/{slug}", ID: "listMessagesBySlug", Summary: "The newest messages of the conversation with a character, oldest first", Tag: apiTag}, s.handleSlugHistory)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}", ID: "storeMessage", Summary: "Store a message without a reply", Tag: apiTag, Status: http.StatusCreated}, s.handleStoreMessage)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/{messageId}/report", ID: "reportMessage", Summary: "Report a message", Tag: apiTag, Status: http.StatusCreated}, s.handleReport)
	s.registerStreamRoutes(api)
	s.registerHistoryRoutes(api)
	s.registerMessageRoutes(api)
	s.registerTranscriptRoutes(api)
	s.registerYearRoutes(api)
	s.registerOutsideRoutes(api)
	s.registerSearchRoutes(api)
}

// registerStreamRoutes registers the calls that stream a reply or stop it.
func (s *Service) registerStreamRoutes(api *httpx.API) {
	const events = "text/event-stream"
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/stream", ID: "sendMessage", Summary: "Send a message and stream the reply", Tag: apiTag, StreamMediaTypes: events}, s.handleSend)
	httpx.Handle(api, httpx.Op{Method: "GET", Path: "/messages/{id}/stream", ID: "attachStream", Summary: "Attach to a reply. A call with a message sends the message first", Tag: apiTag, StreamMediaTypes: events}, s.handleAttachToReply)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/regenerate", ID: "retryReply", Summary: "Write another version of the last reply, or the first version of a missing reply", Tag: apiTag, StreamMediaTypes: events}, s.handleRetry)
	httpx.Handle(api, httpx.Op{Method: "PUT", Path: "/messages/{id}/{messageId}", ID: "editMessage", Summary: "Edit one's own message and stream the new reply", Tag: apiTag, StreamMediaTypes: events}, s.handleEdit)
	httpx.Handle(api, httpx.Op{Method: "POST", Path: "/messages/{id}/stop", ID: "stopReply", Summary: "End the running reply and keep the text that the user saw", Tag: apiTag}, s.handleStop)
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
	return &sessionOut{s.toSessionJSON(session, false)}, nil
}

// characterRef returns the reference to a character, which clients send as a string or as a
// whole number.
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
	return "", core.InvalidFieldsError("characterId", "Please name a character.")
}

func (s *Service) handleListSessions(includesLastMessage bool) func(context.Context, *sessionsIn) (*sessionsOut, error) {
	return func(ctx context.Context, in *sessionsIn) (*sessionsOut, error) {
		page, err := s.Sessions(ctx, httpx.Actor(ctx), in.Limit, in.Cursor)
		if err != nil {
			return nil, err
		}
		out := &sessionsOut{}
		out.Body.NextCursor = page.NextCursor
		out.Body.Sessions = make([]sessionJSON, len(page.Sessions))
		for i, session := range page.Sessions {
			out.Body.Sessions[i] = s.toSessionJSON(session, includesLastMessage)
		}
		return out, nil
	}
}

func (s *Service) handleHistory(ctx context.Context, in *historyIn) (*historyOut, error) {
	page, err := s.requestedPage(ctx, in)
	if err != nil {
		return nil, err
	}
	out := &historyOut{}
	out.Body.HasMore = page.HasMore
	if in.Before == "" {
		out.Body.Allowance = s.callerAllowance(ctx, httpx.Actor(ctx))
	}
	out.Body.Messages = make([]messageJSON, len(page.Messages))
	for i, m := range page.Messages {
		out.Body.Messages[i] = toMessageJSON(m)
		out.Body.Messages[i].Quotes = toQuotesJSON(page.QuotesByMessageID[m.ID])
	}
	if n := len(page.Messages); n > 0 {
		out.Body.Messages[n-1].Alternatives = toVersionsJSON(page.Versions)
	}
	return out, nil
}

// requestedPage returns a page of the conversation or of an archive.
func (s *Service) requestedPage(ctx context.Context, in *historyIn) (Page, error) {
	if in.Archive != "" {
		return s.ArchivedHistory(ctx, httpx.Actor(ctx), in.ID, in.Archive, in.Before)
	}
	return s.History(ctx, httpx.Actor(ctx), in.ID, in.Before)
}

func (s *Service) handleSlugHistory(ctx context.Context, in *slugHistoryIn) (*historyOut, error) {
	return s.handleHistory(ctx, &historyIn{Ref: Ref{in.Slug}, Before: in.Before})
}

func (s *Service) handleStoreMessage(ctx context.Context, in *storeMessageIn) (*messageOut, error) {
	m, err := s.StoreWithoutReply(ctx, httpx.Actor(ctx), in.ID, in.Body.toInput())
	if err != nil {
		return nil, err
	}
	return &messageOut{toMessageJSON(m)}, nil
}

func (b sendBody) toInput() MessageInput {
	return MessageInput{Content: b.Content, ClientID: b.ClientID}
}

func (s *Service) handleSend(ctx context.Context, in *streamIn) (*huma.StreamResponse, error) {
	turn, err := s.Send(ctx, httpx.Actor(ctx), in.ID, in.Body.toInput())
	return s.streamReply(turn, in.startSeq(), err)
}

func (s *Service) handleRetry(ctx context.Context, in *retryIn) (*huma.StreamResponse, error) {
	turn, err := s.Regenerate(ctx, httpx.Actor(ctx), in.ID, in.toRegeneration())
	return s.streamReply(turn, in.startSeq(), err)
}

func (s *Service) handleEdit(ctx context.Context, in *editIn) (*huma.StreamResponse, error) {
	turn, err := s.Edit(ctx, httpx.Actor(ctx), in.ID, in.MessageID, in.Body.toInput())
	return s.streamReply(turn, in.startSeq(), err)
}

// handleAttachToReply resumes a reply, or sends a message given in the query. A send changes
// state, so refuseForeignRequest restricts it.
func (s *Service) handleAttachToReply(ctx context.Context, in *attachIn) (*huma.StreamResponse, error) {
	if !in.hasMessage && in.Reply != "" {
		turn, err := s.FindReply(ctx, httpx.Actor(ctx), in.ID, in.Reply)
		return s.streamReply(turn, in.startSeq(), err)
	}
	if !in.hasMessage {
		turn, found, err := s.FindRunningReply(ctx, httpx.Actor(ctx), in.ID)
		if err == nil && !found {
			return httpx.NoContent(), nil
		}
		return s.streamReply(turn, in.startSeq(), err)
	}
	if err := in.refuseForeignRequest(); err != nil {
		return nil, err
	}
	turn, err := s.Send(ctx, httpx.Actor(ctx), in.ID, MessageInput{Content: in.Message, ClientID: in.ClientID})
	return s.streamReply(turn, in.startSeq(), err)
}

// refuseForeignRequest refuses a GET request that a link, an image, a prefetch or another site's
// page could have made. Rule chat-get-form.
func (in *attachIn) refuseForeignRequest() error {
	if !strings.Contains(in.Accept, "text/event-stream") {
		return errNotAStream
	}
	hasBearerToken := strings.HasPrefix(strings.ToLower(in.Authorization), "bearer ")
	isPrefetch := strings.Contains(in.SecPurpose+in.Purpose, "prefetch")
	if isPrefetch || !hasBearerToken && in.FetchSite != "same-origin" {
		return errCrossSite
	}
	return nil
}

// streamReply streams the events of a turn after a Seq, unless err is set.
func (s *Service) streamReply(turn message.Turn, after int64, err error) (*huma.StreamResponse, error) {
	if err != nil {
		return nil, err
	}
	return httpx.EventStream(func(ctx context.Context, w *httpx.EventWriter) {
		if err := s.Follow(ctx, turn, turn.StartSeq(after), w); err != nil && ctx.Err() == nil {
			s.deps.Log.DebugContext(ctx, "the reader is disconnected", "error", err.Error())
		}
	}), nil
}

func (s *Service) handleStop(ctx context.Context, in *stopIn) (*messageOut, error) {
	seenChars := -1
	if in.Body.Seen != nil {
		seenChars = max(*in.Body.Seen, 0)
	}
	m, err := s.Stop(ctx, httpx.Actor(ctx), in.ID, seenChars)
	if err != nil {
		return nil, err
	}
	return &messageOut{toMessageJSON(m)}, nil
}
