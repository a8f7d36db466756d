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
	remindInterval = 15 * time.Minute
	// remindLeadTime is how long before the end of an access the user is reminded of it. Rule
	// payment-reminder.
	remindLeadTime = 3 * 24 * time.Hour
	// minRemindedDays is the least length, in days, of an access whose user gets a reminder.
	minRemindedDays   = 7
	remindersPageSize = 100 // purchases read at once, and the most in one transaction
)

// endingAccess is a purchase whose user is to be reminded.
type endingAccess struct {
	id, userID string
	expiryAt   int64 // Unix milliseconds
}

// RemindBuyers is a recurring job. It sends one reminder for each access that ends within
// remindLeadTime. Rule payment-reminder.
func (s *Service) RemindBuyers(ctx context.Context) error {
	if s.deps.Provider == nil {
		return nil // without a payment provider no access ends
	}
	var failures []error
	for lastAccess := (endingAccess{}); ctx.Err() == nil; {
		now := s.deps.Clock.Now()
		list, err := s.store.endingAccesses(ctx, s.deps.DB.Reader(), now, now.Add(remindLeadTime), lastAccess, remindersPageSize)
		if err != nil || len(list) == 0 {
			return errors.Join(append(failures, err)...)
		}
		for _, batch := range splitIntoBatches(list) {
			failures = append(failures, s.remindBatch(ctx, batch, now))
		}
		s.deps.Mail.Wake()
		lastAccess = list[len(list)-1]
	}
	return errors.Join(append(failures, ctx.Err())...)
}

// splitIntoBatches divides a list into consecutive batches with at most one purchase per user. The
// deletion of an account locks all purchases of its user. It could deadlock with a transaction that
// locks two of them.
func splitIntoBatches(list []endingAccess) (batches [][]endingAccess) {
	batchBegin, users := 0, map[string]bool{}
	for i, e := range list {
		if users[e.userID] {
			batches = append(batches, list[batchBegin:i])
			batchBegin = i
			clear(users)
		}
		users[e.userID] = true
	}
	return append(batches, list[batchBegin:])
}

// remindBatch reminds the users of a batch in one transaction. If this transaction fails, each user
// gets a separate transaction. So one user's error does not stop the other reminders.
func (s *Service) remindBatch(ctx context.Context, batch []endingAccess, now time.Time) error {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		for _, e := range batch {
			if err := s.remindBuyer(ctx, tx, e.id, now); err != nil {
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

// remindBuyer reminds the user of a purchase, unless another call has done so.
func (s *Service) remindBuyer(ctx context.Context, tx storage.Querier, id string, now time.Time) error {
	p, err := s.store.markReminded(ctx, tx, id, now)
	if core.KindOf(err) == core.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	t, err := s.newBuyerNotifier(ctx, tx, p)
	if err != nil {
		return err
	}
	return t.notify(ctx, tx, p.ID, Notice{
		Kind: reminderNoticeKind, Group: "character_updates", Title: "Your access ends soon",
		Message: "Your access to " + t.order.openedCharacterText() + " ends on " + formatDay(p.ExpiryAt) + ".",
	}, t.order.reminderLetter(s.deps.BaseURL))
}

func (o shownOrder) reminderLetter(baseURL string) letter {
	return newLetter("Your access to "+o.openedCharacterText()+" ends soon", email.Letter{
		Intro: []string{
			"Your plan " + o.PlanName + " ends on " + formatDay(o.ExpiryAt) + ". Until then you can write to " + o.openedCharacterText() + ".",
			"It does not renew by itself. Your conversations stay, and you can go on reading them.",
		},
		Button: accountButton(baseURL),
		Outro:  []string{"You get this mail because you chose mail about characters."},
	})
}
