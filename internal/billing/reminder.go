package billing

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/storage"
)

const (
	remindEvery = 15 * time.Minute
	// remindBefore is how long before the end of an access its user is reminded.
	remindBefore = 3 * 24 * time.Hour
	// remindFromDays is the shortest access, in days, whose end is told.
	remindFromDays = 7
	remindersPage  = 100 // purchases in memory, and at most in a transaction
)

// endingAccess is a purchase whose user is to be reminded.
type endingAccess struct {
	id, userID string
	expiryAt   int64 // Unix milliseconds
}

// Remind is a recurring job. It reminds users of accesses that end within remindBefore,
// each once. Rule payment-reminder.
func (s *Service) Remind(ctx context.Context) error {
	if s.deps.Provider == nil {
		return nil // every character is open
	}
	var failures []error
	for after := (endingAccess{}); ctx.Err() == nil; {
		now := s.deps.Clock.Now()
		list, err := s.store.ending(ctx, s.deps.DB.Reader(), now, now.Add(remindBefore), after, remindersPage)
		if err != nil || len(list) == 0 {
			return errors.Join(append(failures, err)...)
		}
		for _, batch := range batchesOfUsers(list) {
			failures = append(failures, s.remindBatch(ctx, batch, now))
		}
		s.deps.Mail.Kick()
		after = list[len(list)-1]
	}
	return errors.Join(append(failures, ctx.Err())...)
}

// batchesOfUsers divides a list into batches, in its order, in each of which a user has one
// purchase at most. A deletion of an account locks all purchases of its user, and a
// transaction that locks two of them could deadlock with it.
func batchesOfUsers(list []endingAccess) (batches [][]endingAccess) {
	begin, users := 0, map[string]bool{}
	for i, e := range list {
		if users[e.userID] {
			batches = append(batches, list[begin:i])
			begin = i
			clear(users)
		}
		users[e.userID] = true
	}
	return append(batches, list[begin:])
}

// remindBatch reminds the users of a batch in one transaction. If it fails, each has one of
// its own, so that one that cannot be reminded does not hold up the others.
func (s *Service) remindBatch(ctx context.Context, batch []endingAccess, now time.Time) error {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		for _, e := range batch {
			if err := s.remind(ctx, tx, e.id, now); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil || len(batch) == 1 {
		return err
	}
	var failures []error
	for i := range batch {
		failures = append(failures, s.remindBatch(ctx, batch[i:i+1], now))
	}
	return errors.Join(failures...)
}

// remind tells the user of a purchase, unless another call has done so.
func (s *Service) remind(ctx context.Context, tx storage.Querier, id string, now time.Time) error {
	p, err := s.store.markReminded(ctx, tx, id, now)
	if core.KindOf(err) == core.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	t, err := s.teller(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.tell(ctx, tx, p.ID, Notice{
		Kind: reminderNotice, Group: "character_updates", Title: "Your access ends soon",
		Message: "Your access to " + t.order.what() + " ends on " + day(p.ExpiryAt) + ".",
	}, t.order.reminder(s.deps.BaseURL))
}

func (o shownOrder) reminder(baseURL string) letter {
	return newLetter("Your access to "+o.what()+" ends soon", email.Letter{
		Intro: []string{
			"Your plan " + o.PlanName + " ends on " + day(o.ExpiryAt) + ". Until then you can write to " + o.what() + ".",
			"It does not renew by itself. Your conversations stay, and you can go on reading them.",
		},
		Button: accountButton(baseURL),
		Outro:  []string{"You get this mail because you chose mail about characters."},
	})
}
