package chat

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/obs"
)

const (
	// heartbeatInterval is how long a stream may send nothing. Then it sends a comment, so that
	// proxies do not close the connection. Rule replies-silence.
	heartbeatInterval = 15 * time.Second
	// pollInterval is the time between two reads of a reply's row. A stream reads the row if the live
	// log of the reply cannot be reached.
	pollInterval = time.Second
)

// Sink receives the events of a stream and buffers them until Flush. Flush returns an error
// if the reader is disconnected.
type Sink interface {
	// CanFlush reports whether a Flush would not block if moreBytes bytes were added first. It
	// returns false if that is unknown.
	CanFlush(moreBytes int) bool
	AddEvent(id int64, name string, data []byte)
	AddComment()
	Flush() error
}

// FindRunningReply returns the running reply of the actor's conversation. found is false if no
// reply runs.
func (s *Service) FindRunningReply(ctx context.Context, actor core.Actor, ref string) (t message.Turn, found bool, err error) {
	c, err := s.findConversation(ctx, actor, ref)
	if errors.Is(err, errNoConversation) {
		_, err = s.lockedCharacter(ctx, actor, ref)
		return message.Turn{}, false, err
	}
	if err != nil {
		return message.Turn{}, false, err
	}
	m, err := s.replyRunner.ExpireOrphanedReply(ctx, c.ID)
	return message.TurnOf(m), m.Status == message.Generating, err
}

// FindReply returns a reply of the actor's conversation, running or ended.
func (s *Service) FindReply(ctx context.Context, actor core.Actor, ref, replyID string) (message.Turn, error) {
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	m, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, replyID)
	if err == nil && m.IsUser {
		err = message.ErrNotFound
	}
	return message.TurnOf(m), err
}

// Follow sends the events of a reply: first past events, then live ones. It ends when the reply
// ends, the reader disconnects or the server drains. It never blocks the writer. after is the Seq
// of the last event that the reader has. If after is greater than the last Seq of this reply, that
// event belongs to another reply. The reader then gets this reply from its start, as a replacement
// of the shown text. Rule replies-resume.
func (s *Service) Follow(ctx context.Context, t message.Turn, after int64, to Sink) error {
	reader, gotWholeReply := s.replyRunner.AddReader(t), false
	defer func() { reader.End(gotWholeReply) }()
	err := s.followReply(ctx, t, after, to)
	gotWholeReply = err == nil
	return err
}

// followReply sends the events of a reply's live log. If the log cannot be reached, or is lost
// meanwhile, it follows the reply's row instead.
func (s *Service) followReply(ctx context.Context, t message.Turn, after int64, to Sink) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.drainCtx, cancel)()
	err := s.followLog(ctx, t, after, to)
	if errors.Is(err, live.ErrGone) {
		return s.followStoredReply(ctx, t, to)
	}
	return err
}

// followLog sends the events of a reply's log. It returns live.ErrGone if there is no log. It also
// returns live.ErrGone if the process that wrote the log died and the log was lost. Rule
// replies-attach-by-name.
func (s *Service) followLog(ctx context.Context, t message.Turn, after int64, to Sink) error {
	reader, err := s.deps.Live.Open(ctx, t.ReplyID)
	if err != nil {
		return err
	}
	defer reader.Close()
	if after > reader.NewestSeq() {
		to.AddEvent(0, "", event.EncodeReplacement(""))
		after = 0
	}
	send := func(events []live.Event) error {
		for _, e := range events {
			to.AddEvent(e.Seq, e.Name, e.Data)
			after = e.Seq
		}
		return to.Flush()
	}
	// The goroutine of the reply's writer sends the events while the connection does not block. To
	// wake the reader's goroutine for each event would cost as much as to send the event.
	if callbackReader, ok := reader.(live.CallbackReader); ok {
		callbackReader.SetDeliver(func(events []live.Event) bool { return to.CanFlush(wireBytesUpperBound(events)) && send(events) == nil })
	}
	for {
		events, isEnd, err := reader.Next(ctx, after, heartbeatInterval)
		if err != nil {
			return err
		}
		if len(events) == 0 && !isEnd {
			to.AddComment()
		}
		if err := send(events); err != nil {
			return err
		}
		if isEnd {
			return nil
		}
	}
}

// wireBytesUpperBound returns an upper bound of the size of events on the wire, in bytes.
func wireBytesUpperBound(events []live.Event) int {
	const around = 64 // bytes of an event besides its data: id, name and line ends
	n := 0
	for _, e := range events {
		n += len(e.Data) + around
	}
	return n
}

// followStoredReply sends the text in a reply's row. If the reply still runs, it polls the row and
// sends the text whenever a checkpoint has changed it.
func (s *Service) followStoredReply(ctx context.Context, t message.Turn, to Sink) error {
	shownText, timeSinceLastEvent := "", time.Duration(0)
	for first := true; ; first = false {
		if _, err := s.replyRunner.ExpireOrphanedReply(ctx, t.ConversationID); message.IgnoreNotFound(err) != nil {
			return err
		}
		m, err := message.ByID(ctx, s.deps.DB.Reader(), t.ConversationID, t.ReplyID)
		if err != nil {
			return err
		}
		if first || m.Content != shownText {
			to.AddEvent(0, "", event.EncodeReplacement(m.Content))
			shownText, timeSinceLastEvent = m.Content, 0
		}
		if m.Status != message.Generating {
			return s.sendEnd(m, t, obs.RequestID(ctx), to)
		}
		if timeSinceLastEvent >= heartbeatInterval {
			to.AddComment()
			timeSinceLastEvent = 0
		}
		if err := to.Flush(); err != nil {
			return err
		}
		select {
		case <-time.After(pollInterval):
			timeSinceLastEvent += pollInterval
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// sendEnd sends the last events of a reply that has ended: a failure, the suggestions and the
// end. Rule replies-stream-events.
func (s *Service) sendEnd(m message.Message, t message.Turn, requestID string, to Sink) error {
	if m.Status.Retryable() {
		to.AddEvent(0, "error", event.EncodeFailed(m.ErrorCode, requestID))
	}
	list := []message.Message{m}
	s.replyRunner.AddUnsavedSuggestions(list)
	if m = list[0]; len(m.Suggestions) > 0 {
		to.AddEvent(0, "", event.EncodeSuggestions(m.Suggestions))
	}
	to.AddEvent(0, "done", event.EncodeDone(t, m.Status, s.deps.IsDemo()))
	return to.Flush()
}
