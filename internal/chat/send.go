package chat

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/storage"
)

// Input is what a user sends. The client makes ClientID, which begins with user- and
// makes the send idempotent.
type Input struct {
	Content  string
	ClientID string
}

// reuseFor is the time within which a send without a client id continues the stored
// line with the same text, instead of storing a second one (rule chat-stored-line).
// Lines with a client id have no such limit.
const reuseFor = 60 * time.Second

func (in *Input) check() error {
	in.Content = cleanLine(in.Content)
	switch n := utf8.RuneCountInString(in.Content); {
	case !plain.HasInk(in.Content):
		return core.Fields("content", emptyText)
	case n > maxMessage:
		return core.Fields("content", longText)
	}
	if in.ClientID != "" && (!strings.HasPrefix(in.ClientID, "user-") || len(in.ClientID) > maxClientID) {
		return core.Fields("client_id", clientText)
	}
	return nil
}

// Send stores the user's line and starts its reply. A repeat with the same client id
// returns the same turn.
func (s *Service) Send(ctx context.Context, actor core.Actor, ref string, in Input) (message.Turn, error) {
	if err := in.check(); err != nil {
		return message.Turn{}, err
	}
	c, err := s.conversation(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	if _, turn, err := s.findSent(ctx, s.deps.DB.Reader(), c, in); turn.ReplyID != "" || err != nil {
		return turn, err
	}
	ch, err := s.admitReply(ctx, actor, c)
	if err != nil {
		return message.Turn{}, err
	}
	return s.startTurn(ctx, newTurn{actor: actor, conversation: c, character: ch, input: in})
}

// findSent finds the line and the turn that an earlier request of this send stored:
// by client id, or without one by the text of the running reply's line. The turn is
// empty if the line has no reply yet; the line is empty if there is none.
func (s *Service) findSent(ctx context.Context, q storage.Querier, c Conversation, in Input) (line message.Message, turn message.Turn, err error) {
	line, err = s.findLine(ctx, q, c, in)
	if err != nil {
		return message.Message{}, message.Turn{}, message.UnlessNotFound(err)
	}
	reply, err := message.ReplyTo(ctx, q, line.ID)
	if err != nil {
		return line, message.Turn{}, message.UnlessNotFound(err)
	}
	return line, message.TurnOf(reply), nil
}

func (s *Service) findLine(ctx context.Context, q storage.Querier, c Conversation, in Input) (message.Message, error) {
	if in.ClientID != "" {
		line, err := message.ByClientID(ctx, q, c.ID, in.ClientID)
		if err == nil && line.Content != in.Content {
			err = core.Fields("client_id", otherText)
		}
		return line, err
	}
	running, err := message.Newest(ctx, q, c.ID)
	if err != nil || running.Status != message.Generating {
		return message.Message{}, message.ErrNotFound
	}
	line, err := message.ByID(ctx, q, c.ID, running.ReplyTo)
	if err == nil && line.Content != in.Content {
		err = message.ErrNotFound
	}
	return line, err
}

// admitReply does the checks that need no transaction. Limits are taken in the
// transaction that stores the reply.
func (s *Service) admitReply(ctx context.Context, actor core.Actor, c Conversation) (Character, error) {
	ch, err := s.admitLine(ctx, actor, c)
	if err != nil {
		return ch, err
	}
	if s.draining.Err() != nil {
		return ch, writing.ErrShuttingDown
	}
	_, err = s.replies.ExpireStale(ctx, c.ID)
	return ch, message.UnlessNotFound(err)
}

// admitLine checks whether the user may write to a character. A hidden one is not
// found, a locked one is refused.
func (s *Service) admitLine(ctx context.Context, actor core.Actor, c Conversation) (Character, error) {
	ch, err := s.character(ctx, c)
	if err != nil {
		return ch, err
	}
	if ch.Hidden {
		return ch, errNoCharacter
	}
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{ch})
	if err != nil {
		return ch, err
	}
	if g, ok := grants[ch.Persona.CharacterID]; !ok || g.Locked {
		return ch, errLocked
	}
	return ch, nil
}

// sentLine stores the user's line, or returns the stored line without a reply that
// this send continues.
func (s *Service) sentLine(ctx context.Context, tx storage.Querier, c Conversation, in Input) (message.Message, error) {
	// Each query may see newer rows than the one before: findSent then also finds a
	// reply that Newest finds.
	last, err := message.Newest(ctx, tx, c.ID)
	if message.UnlessNotFound(err) != nil {
		return message.Message{}, err
	}
	line, turn, err := s.findSent(ctx, tx, c, in)
	if err != nil {
		return message.Message{}, err
	}
	if turn.ReplyID != "" {
		return message.Message{}, &startedError{turn}
	}
	if last.Status == message.Generating {
		return message.Message{}, errBusy
	}
	if line.ID != "" {
		return line, nil
	}
	now := s.deps.Clock.Now()
	if last.IsUser && last.Content == in.Content && last.ClientID == "" && now.Sub(last.CreatedAt) < reuseFor {
		return last, message.SetClientID(ctx, tx, last.ID, in.ClientID)
	}
	return s.insertLine(ctx, tx, c, in, now)
}
