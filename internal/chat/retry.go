package chat

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Retry starts the last reply anew, when it failed or was interrupted, or when
// a line was stored and never answered. A reply that is being written is
// named as it is.
func (s *Service) Retry(ctx context.Context, actor core.Actor, ref string) (Turn, error) {
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Turn{}, err
	}
	if err := s.mendLook(ctx, c.ID); err != nil {
		return Turn{}, err
	}
	last, err := s.store.newest(ctx, s.DB.Read(), c.ID)
	switch {
	case err != nil:
		return Turn{}, err
	case last.Status == Generating:
		return turnOf(last), nil
	case !last.canBeTried():
		return Turn{}, errNothingToRetry
	}
	ch, err := s.admit(ctx, actor, c)
	if err != nil {
		return Turn{}, err
	}
	return s.startTurn(ctx, actor, c, ch, func(tx storage.Querier) (Message, error) { return s.unanswered(ctx, tx, c) })
}

// canBeTried tells whether a conversation that ends with m can get a reply
// without a new line.
func (m Message) canBeTried() bool { return m.IsUser || m.Status.retryable() }

// unanswered is the line that a retry answers. It takes the reply that was
// there out of force, unless another call has done so.
func (s *Service) unanswered(ctx context.Context, tx storage.Querier, c Conversation) (Message, error) {
	last, err := s.store.newest(ctx, tx, c.ID)
	switch {
	case err != nil:
		return Message{}, err
	case last.Status == Generating:
		return Message{}, &startedError{turnOf(last)}
	case !last.canBeTried():
		return Message{}, errNothingToRetry
	}
	if err := s.takeLimits(ctx, tx, c.UserID); err != nil || last.IsUser {
		return last, err
	}
	retired, err := s.store.retire(ctx, tx, last.ID)
	if err == nil && !retired {
		err = errAgain
	}
	return Message{ID: last.ReplyTo}, err
}
