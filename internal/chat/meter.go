package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
)

// Allowance is how many messages a user may still send within a day. New messages, versions,
// edits and notes of StepOutside count as one message each (rule chat-meter).
type Allowance struct {
	Left  int // messages that may still be sent
	Limit int // messages of a day
	// LeftIsLowerBound means that Left is a lower bound: it follows from a cap of tokens, and replies
	// usually take fewer tokens than are reserved for them.
	LeftIsLowerBound bool
	// MoreAt is the time at which the value of Left increases next. MoreAt is zero if no message is
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
	a := Allowance{Left: sendAllowance.EventsLeft, Limit: sendsPerDay, MoreAt: sendAllowance.NextIncreaseAt}
	replies, capped, err := s.deps.Budget.Left(ctx, actor.UserID, s.replies.EstimateCost())
	if err != nil || !capped || replies.Calls > a.Left {
		return a, err
	}
	if replies.Calls < a.Left || replies.EndsAt.After(a.MoreAt) {
		a.MoreAt = replies.EndsAt
	}
	a.Left, a.LeftIsLowerBound = replies.Calls, replies.Calls > 0
	if replies.CallsPerDay > 0 {
		a.Limit = min(replies.CallsPerDay, sendsPerDay)
	}
	return a, nil
}
