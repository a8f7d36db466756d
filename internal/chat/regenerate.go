package chat

import (
	"context"
	"strings"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// maxVersions is the largest number of versions of one reply. Versions without a text do not count
// (rule messages-versions).
const maxVersions = 30

// Regeneration asks for another version of the last reply. All fields may be empty.
type Regeneration struct {
	// MessageID is the reply to replace. If a call repeats a MessageID, it makes no further version
	// and returns the turn of the newer version. If MessageID is empty, every call makes a version
	// unless a reply runs.
	MessageID string
	Guidance  string // what the new version should be like, in the user's words
	// ContinuesReply keeps the text of the reply at the beginning of the new version.
	ContinuesReply bool
}

// cleanAndCheck cleans the guidance and checks its length.
func (in *Regeneration) cleanAndCheck() error {
	in.Guidance = strings.Join(strings.Fields(withoutControlCharacters(in.Guidance)), " ")
	if utf8.RuneCountInString(in.Guidance) > maxGuidanceLength {
		return core.InvalidFieldsError("guidance", longGuidanceText)
	}
	return nil
}

// Regenerate starts another version of the last reply and keeps the former versions. If the last
// message has no reply, Regenerate starts the first one. If a reply runs, Regenerate returns the
// running reply's turn (rules messages-versions, replies-retry).
func (s *Service) Regenerate(ctx context.Context, actor core.Actor, ref string, in Regeneration) (message.Turn, error) {
	if err := in.cleanAndCheck(); err != nil {
		return message.Turn{}, err
	}
	c, err := s.conversationToWrite(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	last, err := s.replyRunner.ExpireOrphanedReply(ctx, c.ID)
	if err != nil {
		return message.Turn{}, err
	}
	if turn, err := s.findStartedVersion(ctx, s.deps.DB.Reader(), last, in); turn.ReplyID != "" || err != nil {
		return turn, err
	}
	ch, grant, err := s.checkReplyMayStart(ctx, actor, c)
	if err != nil {
		return message.Turn{}, err
	}
	return s.startTurn(ctx, turnRequest{actor: actor, hasPurchase: grant.HasPurchase, conversation: c, character: ch, regeneration: &in})
}

// findStartedVersion returns the turn of the last reply in two cases: the reply runs, or it is newer
// than the version that in.MessageID names. Otherwise the turn is empty, and a new version can be
// made. If in.MessageID names a message of an earlier turn, the error is errNotLastReply.
func (s *Service) findStartedVersion(ctx context.Context, q storage.Querier, last message.Message, in Regeneration) (message.Turn, error) {
	isNewerThanNamedMessage := false
	if in.MessageID != "" && in.MessageID != last.ID {
		namedMessage, err := message.ByID(ctx, q, last.ConversationID, in.MessageID)
		if err != nil {
			return message.Turn{}, asErrNoMessage(err)
		}
		if last.ReplyTo == "" || namedMessage.ReplyTo != last.ReplyTo && namedMessage.ID != last.ReplyTo {
			return message.Turn{}, errNotLastReply
		}
		isNewerThanNamedMessage = last.Seq > namedMessage.Seq
	}
	if isNewerThanNamedMessage || last.Status == message.Generating {
		return message.TurnOf(last), nil
	}
	return message.Turn{}, nil
}

// messageToAnswerAgain returns the user message that a new version answers. It counts the version
// against the limits of sending and retires the former version. It returns errLostRace if another
// call has retired that version first. It returns a alreadyStartedError if another call has started the
// new version. Rules messages-versions, messages-continue.
func (s *Service) messageToAnswerAgain(ctx context.Context, tx storage.Querier, c Conversation, in Regeneration) (a replyInput, err error) {
	last, err := message.Newest(ctx, tx, c.ID)
	if err != nil {
		return a, err
	}
	turn, err := s.findStartedVersion(ctx, tx, last, in)
	if err == nil && turn.ReplyID != "" {
		err = &alreadyStartedError{turn}
	}
	if err != nil {
		return a, err
	}
	if err := s.countSend(ctx, tx, c.UserID); err != nil {
		return a, err
	}
	a.guidance = in.Guidance
	if last.IsUser {
		a.userMessage = last
		return a, nil
	}
	if a.userMessage, a.formerTexts, err = s.answeredMessage(ctx, tx, last); err != nil {
		return a, err
	}
	retired, err := message.RetireReply(ctx, tx, last.ID)
	if err == nil && !retired {
		err = errLostRace
	}
	a.replacedVersion = last
	if in.ContinuesReply {
		a.replyBeginning = writing.ContinuationBeginning(last)
	}
	return a, err
}

// answeredMessage returns the user message that a reply answers, and the texts of all versions of
// the reply. It returns an error if no further version of the reply can be made.
func (s *Service) answeredMessage(ctx context.Context, tx storage.Querier, reply message.Message) (user message.Message, formerTexts []string, err error) {
	if reply.ReplyTo == "" {
		return user, nil, errNothingToRetry
	}
	user, err = message.ByID(ctx, tx, reply.ConversationID, reply.ReplyTo)
	if message.IgnoreNotFound(err) != nil {
		return user, nil, err
	}
	if err != nil || !user.IsActive {
		return user, nil, errNothingToRetry
	}
	formerTexts, err = message.TextsOfVersions(ctx, tx, reply.ReplyTo)
	if err == nil && len(formerTexts) >= maxVersions {
		err = errTooManyVersions
	}
	return user, formerTexts, err
}
