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
	remindersPage  = 100 // purchases in memory at once
)

// Remind is a recurring job. It reminds users of accesses that end within remindBefore,
// each once. Each has its own transaction: a deletion of an account locks purchases too,
// and two of them in one transaction could deadlock with it. Rule payment-reminder.
func (s *Service) Remind(ctx context.Context) error {
	if s.deps.Provider == nil {
		return nil // every character is open
	}
	var failures []error
	for after := ""; ctx.Err() == nil; {
		now := s.deps.Clock.Now()
		ids, err := s.store.ending(ctx, s.deps.DB.Reader(), now, now.Add(remindBefore), after, remindersPage)
		if err != nil || len(ids) == 0 {
			return errors.Join(append(failures, err)...)
		}
		for _, id := range ids {
			if err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.remind(ctx, tx, id, now) }); err != nil {
				failures = append(failures, err)
			}
		}
		s.deps.Mail.Kick()
		after = ids[len(ids)-1]
	}
	return errors.Join(append(failures, ctx.Err())...)
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
