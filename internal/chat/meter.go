package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
)

// Allowance is how many messages a user may still send within a day. New messages, versions,
// edits and notes of StepOutside count as one message each (rule chat-meter).
type Allowance struct {
	MessagesLeft int // messages that may still be sent
	Limit        int // messages of a day
	// IsLowerBound means that MessagesLeft is a lower bound: it follows from a cap of tokens, and
	// replies usually take fewer tokens than are reserved for them.
	IsLowerBound bool
	// MoreAt is the time at which MessagesLeft increases next. MoreAt is zero if no message is
	// counted.
	MoreAt time.Time
}

// Allowance returns how many messages the actor can still send today. It is the lower of two
// numbers: the messages left by the send limit, and the replies left by the caps of the model. It
// makes two queries.
func (s *Service) Allowance(ctx context.Context, actor core.Actor) (Allowance, error) {
	sendAllowance, err := s.deps.Limits.Left(ctx, dayLimit(actor.UserID))
	if err != nil {
		return Allowance{}, err
	}
	a := Allowance{MessagesLeft: sendAllowance.EventsLeft, Limit: sendsPerDay, MoreAt: sendAllowance.NextIncreaseAt}
	replies, capped, err := s.deps.Budget.RemainingReplies(ctx, actor.UserID, s.replyRunner.EstimateCost())
	if err != nil || !capped || replies.RemainingCallCount > a.MessagesLeft {
		return a, err
	}
	if replies.RemainingCallCount < a.MessagesLeft || replies.EndsAt.After(a.MoreAt) {
		a.MoreAt = replies.EndsAt
	}
	a.MessagesLeft, a.IsLowerBound = replies.RemainingCallCount, replies.RemainingCallCount > 0
	if replies.DailyCallCount > 0 {
		a.Limit = min(replies.DailyCallCount, sendsPerDay)
	}
	return a, nil
}
