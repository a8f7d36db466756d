package chat

import (
	"context"
	"errors"
	"strconv"

	"colloquy/internal/chat/message"
	"colloquy/internal/chat/writing"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// turnRequest is the input of startTurn: a send, an edit or a new version of a reply.
type turnRequest struct {
	actor        core.Actor
	hasPurchase  bool // the actor has a valid purchase of any character
	conversation Conversation
	character    Character
	input        MessageInput
	editedID     string        // id of the message that input replaces; empty for a send
	regeneration *Regeneration // nil for a send and an edit
}

// replyInput has the messages and the guidance from which a reply is made.
type replyInput struct {
	userMessage     message.Message // the message that the reply answers
	replacedVersion message.Message // the version that the reply replaces, empty if there is none
	formerTexts     []string        // texts of all earlier versions
	guidance        string          // the user's wish for this version
	replyBeginning  string          // text of the replaced version that the reply continues
}

// errLostRace means that a parallel call has changed rows that this call had read.
var errLostRace = errors.New("chat: another call was faster")

// alreadyStartedError reports a turn that another call has started.
type alreadyStartedError struct{ turn message.Turn }

func (*alreadyStartedError) Error() string { return "chat: the reply was started before" }

// retryRace repeats a transaction while it loses races, with at most eight tries. After a conflict
// at a unique index, the next try reads the row of the call that won. If the last try loses too,
// the error is errReplyRunning.
func retryRace(try func() error) error {
	const tries = 8
	for range tries {
		if err := try(); !storage.IsUniqueViolation(err) && !errors.Is(err, errLostRace) {
			return err
		}
	}
	return errReplyRunning
}

// startTurn stores the user message and the row of the reply, reserves the cost, and starts the
// writer. The model call runs while the transaction commits. If another call has started this turn,
// startTurn returns the started turn.
func (s *Service) startTurn(ctx context.Context, t turnRequest) (turn message.Turn, err error) {
	// This check fails early if a budget cap is reached, which saves the transaction.
	if err := s.deps.Budget.Check(ctx, t.actor.UserID, s.replyRunner.EstimateCost()); err != nil {
		return message.Turn{}, err
	}
	err = retryRace(func() error {
		turn, err = s.tryTurn(ctx, t)
		return err
	})
	if e, ok := errors.AsType[*alreadyStartedError](err); ok {
		return e.turn, nil
	}
	return turn, asErrNoConversation(err)
}

// tryTurn is one try of startTurn. It first locks the user's row of chat_usage. Every transaction
// that adds messages to a conversation or removes them locks that row first. So these transactions
// of a user run one after another, also on PostgreSQL.
func (s *Service) tryTurn(ctx context.Context, t turnRequest) (message.Turn, error) {
	reply, err := s.replyRunner.Prepare(t.conversation.ID)
	if err != nil {
		return message.Turn{}, err
	}
	defer reply.Discard()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockUsage(ctx, tx, t.actor.UserID); err != nil {
			return err
		}
		a, err := s.messageToAnswer(ctx, tx, t)
		if err != nil {
			return err
		}
		if err := insertReply(ctx, tx, reply, a, t.actor.UserID); err != nil {
			return err
		}
		budget, err := s.deps.Budget.Reserve(ctx, tx, t.actor.UserID, s.replyRunner.EstimateCost())
		if err != nil {
			return err
		}
		reply.Start(ctx, writing.ReplySpec{
			Actor: t.actor, IsPaying: t.hasPurchase, Persona: t.character.Persona, Year: t.conversation.speakingYear(), Reservation: budget,
			Guidance: a.guidance, ContinuedText: a.replyBeginning, ReplacedVersion: a.replacedVersion, FormerTexts: a.formerTexts,
		})
		return nil
	})
	if err != nil {
		return message.Turn{}, err
	}
	return reply.Confirm(), nil
}

// messageToAnswer stores or finds the user message that the reply answers.
func (s *Service) messageToAnswer(ctx context.Context, tx storage.Querier, t turnRequest) (a replyInput, err error) {
	switch {
	case t.regeneration != nil:
		return s.messageToAnswerAgain(ctx, tx, t.conversation, *t.regeneration)
	case t.editedID != "":
		a.userMessage, err = s.storeEditedMessage(ctx, tx, t.conversation, t.editedID, t.input)
	default:
		a.userMessage, err = s.storeSentMessage(ctx, tx, t.conversation, t.input)
	}
	return a, err
}

// insertReply stores the row of a reply and opens its log.
func insertReply(ctx context.Context, tx storage.Querier, reply *writing.PendingReply, a replyInput, userID string) (err error) {
	row := &reply.Row
	row.ReplyTo, row.Guidance, row.Content = a.userMessage.ID, a.guidance, a.replyBeginning
	if row.UserSlot, err = findFreeSlot(ctx, tx, userID); err != nil {
		return err
	}
	if row.Seq, err = message.Insert(ctx, tx, *row); err != nil {
		return err
	}
	addedMessageCount := 1
	if a.replacedVersion.ID != "" {
		addedMessageCount = 0
	}
	if err := message.ApplySidebarChange(ctx, tx, row.ConversationID, message.SidebarChange{AddedMessages: addedMessageCount, At: core.Millis(row.CreatedAt)}); err != nil {
		return err
	}
	return reply.OpenLog(ctx, tx)
}

// findFreeSlot returns a free slot for a running reply of a user. A unique index prevents two
// replies from using the same slot.
func findFreeSlot(ctx context.Context, tx storage.Querier, userID string) (string, error) {
	var slots [message.MaxRunningPerUser]string
	for i := range slots {
		slots[i] = userID + "#" + strconv.Itoa(i)
	}
	takenSlots, err := message.TakenSlots(ctx, tx, slots)
	if err != nil {
		return "", err
	}
	for _, slot := range slots {
		if !takenSlots[slot] {
			return slot, nil
		}
	}
	return "", errTooManyReplies
}
