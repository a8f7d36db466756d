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

// newTurn describes a turn to start: a send or a retry.
type newTurn struct {
	actor        core.Actor
	conversation Conversation
	character    Character
	input        Input
	isRetry      bool
}

// errLostRace means that a parallel call has changed the rows that were read.
var errLostRace = errors.New("chat: another call was faster")

// startedError reports a turn that another call has started.
type startedError struct{ turn message.Turn }

func (*startedError) Error() string { return "chat: the reply was started before" }

// retryRace repeats a transaction while it loses races: after a conflict at a unique
// index, the next try reads the winner's row.
func retryRace(try func() error) error {
	const tries = 8
	for range tries {
		if err := try(); !storage.IsUnique(err) && !errors.Is(err, errLostRace) {
			return err
		}
	}
	return errReplyRunning
}

// startTurn stores the user message and the row of the reply, reserves the cost, and
// starts the writer, whose model works while the transaction commits. If another call has started the turn, startTurn returns that turn.
func (s *Service) startTurn(ctx context.Context, t newTurn) (turn message.Turn, err error) {
	// If a cap is reached, this check saves the transaction.
	if err := s.deps.Budget.Check(ctx, t.actor.UserID, s.replies.Estimate()); err != nil {
		return message.Turn{}, err
	}
	err = retryRace(func() error {
		turn, err = s.tryTurn(ctx, t)
		return err
	})
	if e, ok := errors.AsType[*startedError](err); ok {
		return e.turn, nil
	}
	return turn, goneIfDeleted(err)
}

func (s *Service) tryTurn(ctx context.Context, t newTurn) (message.Turn, error) {
	reply, err := s.replies.Prepare(t.conversation.ID)
	if err != nil {
		return message.Turn{}, err
	}
	defer reply.Discard()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		userMessage, err := s.messageToAnswer(ctx, tx, t)
		if err != nil {
			return err
		}
		if err := insertReply(ctx, tx, reply, userMessage, t.actor.UserID); err != nil {
			return err
		}
		budget, err := s.deps.Budget.Reserve(ctx, tx, t.actor.UserID, s.replies.Estimate())
		if err != nil {
			return err
		}
		reply.Start(ctx, writing.Order{Actor: t.actor, Persona: t.character.Persona, Budget: budget})
		return nil
	})
	if err != nil {
		return message.Turn{}, err
	}
	return reply.Confirm(), nil
}

func (s *Service) messageToAnswer(ctx context.Context, tx storage.Querier, t newTurn) (message.Message, error) {
	if t.isRetry {
		return s.unansweredMessage(ctx, tx, t.conversation)
	}
	return s.storeSentMessage(ctx, tx, t.conversation, t.input)
}

// insertReply stores the row of a reply and opens its log.
func insertReply(ctx context.Context, tx storage.Querier, reply *writing.Pending, userMessage message.Message, userID string) (err error) {
	row := &reply.Row
	row.ReplyTo = userMessage.ID
	if row.UserSlot, err = freeSlot(ctx, tx, userID); err != nil {
		return err
	}
	if row.Seq, err = message.Insert(ctx, tx, *row); err != nil {
		return err
	}
	if err := message.Touch(ctx, tx, row.ConversationID, "", 1, core.Millis(row.CreatedAt)); err != nil {
		return err
	}
	return reply.Open(ctx, tx)
}

// freeSlot returns a free slot for a running reply of a user. A unique index prevents
// two calls from using the same one.
func freeSlot(ctx context.Context, tx storage.Querier, userID string) (string, error) {
	var slots [message.MaxRunningPerUser]string
	for i := range slots {
		slots[i] = userID + "#" + strconv.Itoa(i)
	}
	taken, err := message.TakenSlots(ctx, tx, slots)
	if err != nil {
		return "", err
	}
	for _, slot := range slots {
		if !taken[slot] {
			return slot, nil
		}
	}
	return "", errTooManyReplies
}
