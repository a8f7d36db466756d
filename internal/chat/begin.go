package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/storage"
)

const (
	// leaseFor is how long a reply counts as being written after its writer's
	// last sign of life.
	leaseFor = 10 * time.Second
	// checkpointEvery is how often the text so far is saved.
	checkpointEvery = time.Second
)

// begins commits a line and the row of its reply, and starts the writing. line
// runs inside the transaction. The reply's log exists before its row does, so
// that whoever finds the row finds the log.
func (s *Service) begins(ctx context.Context, actor core.Actor, c Conversation, ch Character,
	line func(tx storage.Querier) (Message, error)) (Turn, error) {
	now := s.Clock.Now()
	row := Message{
		ID: core.NewID(now), ConversationID: c.ID, Status: Generating,
		Owner: s.DB.Node(), LeaseUntil: now.Add(leaseFor), CreatedAt: now,
	}
	log, err := s.Live.Create(ctx, row.ID)
	if err != nil {
		return Turn{}, err
	}
	if err := s.commitTurn(ctx, c, &row, line); err != nil {
		log.Close()
		return Turn{}, err
	}
	turn := Turn{c.ID, row.ReplyTo, row.ID}
	s.start(ctx, turn, actor, ch, log)
	return turn, nil
}

func (s *Service) commitTurn(ctx context.Context, c Conversation, row *Message, line func(tx storage.Querier) (Message, error)) error {
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		user, err := line(tx)
		if err != nil {
			return err
		}
		row.ReplyTo = user.ID
		if row.Seq, err = s.store.nextSeq(ctx, tx, c.ID); err != nil {
			return err
		}
		if err := s.store.insertMessage(ctx, tx, *row); err != nil {
			return err
		}
		return s.store.touch(ctx, tx, c.ID, "", 1, core.Millis(row.CreatedAt))
	})
}

func (s *Service) start(ctx context.Context, turn Turn, actor core.Actor, ch Character, log live.Writer) {
	r := newReply(ctx, s, turn, actor, ch, log)
	s.mu.Lock()
	s.writing[turn.ReplyID] = r
	s.mu.Unlock()
	s.Metrics.ReplyStarted()
	s.wg.Go(func() {
		defer log.Close()
		r.run()
	})
}

// writingFor counts the replies that are being written for a user.
func (s *Service) writingFor(userID string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.writing {
		if r.actor.UserID == userID {
			n++
		}
	}
	return n
}

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
		return Turn{c.ID, last.ReplyTo, last.ID}, nil
	case !last.IsUser && !last.Status.retryable():
		return Turn{}, errNothingToRetry
	}
	ch, err := s.admit(ctx, actor, c)
	if err != nil {
		return Turn{}, err
	}
	turn, err := s.begins(ctx, actor, c, ch, func(tx storage.Querier) (Message, error) {
		if last.IsUser {
			return last, nil
		}
		return Message{ID: last.ReplyTo}, s.store.retire(ctx, tx, last.ID)
	})
	if storage.IsUnique(err) {
		return Turn{}, errBusy
	}
	return turn, err
}
