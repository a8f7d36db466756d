package chat

import (
	"context"
	"errors"
	"strconv"

	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/spend"
	"colloquy/internal/storage"
)

// errAgain says that another call was faster, so that what was read is old.
var errAgain = errors.New("chat: another call was faster")

// startedError says that the reply a call would start is there already.
type startedError struct{ turn Turn }

func (*startedError) Error() string { return "chat: the reply was started before" }

// again runs a transaction until no other call was faster: whoever lost a race
// to a unique index finds the winner's row at the next try.
func again(try func() error) error {
	const tries = 8
	for range tries {
		if err := try(); !storage.IsUnique(err) && !errors.Is(err, errAgain) {
			return err
		}
	}
	return errBusy
}

// startTurn commits a line and the row of its reply, and starts the writing.
// line runs inside the transaction. A turn that another call has started is
// named as it is.
func (s *Service) startTurn(ctx context.Context, actor core.Actor, c Conversation, ch Character,
	line func(tx storage.Querier) (Message, error)) (turn Turn, err error) {
	budget, err := s.Budget.Reserve(ctx, actor.UserID, s.estimate())
	if err != nil {
		return Turn{}, err
	}
	err = again(func() error {
		turn, err = s.tryTurn(ctx, actor, c, ch, budget, line)
		return err
	})
	if err != nil {
		s.settle(ctx, budget, spend.Cost{})
	}
	if e, ok := errors.AsType[*startedError](err); ok {
		return e.turn, nil
	}
	return turn, err
}

func (s *Service) tryTurn(ctx context.Context, actor core.Actor, c Conversation, ch Character, budget spend.Reservation,
	line func(tx storage.Querier) (Message, error)) (Turn, error) {
	now := s.Clock.Now()
	row := Message{
		ID: core.NewID(now), ConversationID: c.ID, Status: Generating,
		Owner: s.owner, LeaseUntil: now.Add(leaseFor), CreatedAt: now,
	}
	if err := s.expect(row.ID); err != nil {
		return Turn{}, err
	}
	var r *reply
	defer func() { s.start(row.ID, r) }()
	log, err := s.commitTurn(ctx, c, &row, line)
	if err != nil {
		if log != nil {
			log.Close()
		}
		return Turn{}, err
	}
	turn := turnOf(row)
	turn.isNew = true
	r = newReply(ctx, s, turn, actor, ch, log)
	r.budget = budget
	return turn, nil
}

// commitTurn stores a turn. The reply's log exists before its row can be seen,
// so that whoever finds the row finds the log.
func (s *Service) commitTurn(ctx context.Context, c Conversation, row *Message,
	line func(tx storage.Querier) (Message, error)) (log live.Writer, err error) {
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		user, err := line(tx)
		if err != nil {
			return err
		}
		row.ReplyTo = user.ID
		if row.userSlot, err = s.freeSlot(ctx, tx, c.UserID); err != nil {
			return err
		}
		if row.Seq, err = s.store.nextSeq(ctx, tx, c.ID); err != nil {
			return err
		}
		if err := s.store.insertMessage(ctx, tx, *row); err != nil {
			return err
		}
		if err := s.store.touch(ctx, tx, c.ID, "", 1, core.Millis(row.CreatedAt)); err != nil || log != nil {
			return err
		}
		log, err = s.Live.Create(ctx, row.ID)
		return err
	})
	return log, err
}

// freeSlot finds a place for one more reply of a user. That two calls do not
// take the same one is up to the unique index on it.
func (s *Service) freeSlot(ctx context.Context, tx storage.Querier, userID string) (string, error) {
	var slots [perUser]string
	for i := range slots {
		slots[i] = userID + "#" + strconv.Itoa(i)
	}
	taken, err := s.store.takenSlots(ctx, tx, slots)
	if err != nil {
		return "", err
	}
	for _, slot := range slots {
		if !taken[slot] {
			return slot, nil
		}
	}
	return "", errTooMany
}

// expect notes that the row of a reply is about to be committed: from then on
// no sweep of this process takes it for one that nobody writes. start follows.
func (s *Service) expect(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		return errShuttingDown
	}
	s.starting.Add(1)
	s.writing[id] = nil
	return nil
}

// start writes the reply that was expected; nil says that its row was not stored.
func (s *Service) start(id string, r *reply) {
	defer s.starting.Done()
	if r == nil {
		s.forget(id)
		return
	}
	s.mu.Lock()
	s.writing[id] = r
	s.mu.Unlock()
	s.Metrics.ReplyStarted()
	s.wg.Go(r.ctx, s.Log, "reply", r.run)
}

// forget takes a reply off the list of those being written.
func (s *Service) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.writing, id)
}
