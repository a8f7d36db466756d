package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
)

type allowanceJSON struct {
	MessagesLeft int        `json:"left" doc:"Messages that the caller may still send now"`
	Limit        int        `json:"limit" doc:"Messages of a day"`
	IsLowerBound bool       `json:"at_least" doc:"True if left is a lower bound, because the cap counts tokens"`
	MoreAt       *time.Time `json:"more_at" nullable:"true" doc:"When left next increases. Null if the user has used nothing of the allowance"`
}

// callerAllowance returns the allowance of the caller. If it cannot be read, the result is
// nil, and the history is answered without it.
func (s *Service) callerAllowance(ctx context.Context, actor core.Actor) *allowanceJSON {
	a, err := s.Allowance(ctx, actor)
	if err != nil {
		s.deps.Log.WarnContext(ctx, "the allowance could not be read", "error", err.Error())
		return nil
	}
	out := &allowanceJSON{MessagesLeft: a.MessagesLeft, Limit: a.Limit, IsLowerBound: a.IsLowerBound}
	if !a.MoreAt.IsZero() {
		out.MoreAt = &a.MoreAt
	}
	return out
}
