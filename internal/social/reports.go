package social

import (
	"context"
	"crypto/rand"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// report is what somebody said about a comment. It keeps the text that was
// reported: its author may delete it.
type report struct {
	ticket, userID string
	comment        Comment
	reason         string
	createdAt      time.Time
}

// reportsPerHour is how many comments somebody may report in an hour.
const reportsPerHour = 30

// Report stores a report about somebody else's comment and answers its ticket
// number. The same person about the same comment gets the same ticket again.
func (s *Service) Report(ctx context.Context, actor core.Actor, id, reason string) (ticket string, err error) {
	if reason, err = reasonRules.clean(reason); err != nil {
		return "", err
	}
	c, _, err := s.target(ctx, id)
	if err != nil {
		return "", err
	}
	if c.UserID == actor.UserID {
		return "", errOwnComment
	}
	now := s.Clock.Now()
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		if ticket, err = s.store.ticket(ctx, tx, actor.UserID, id); err != nil || ticket != "" {
			return err
		}
		if err = s.take(ctx, tx, limits.Limit{Key: "report " + actor.UserID, N: reportsPerHour, Per: time.Hour}); err != nil {
			return err
		}
		ticket, err = s.store.report(ctx, tx, report{newTicket(), actor.UserID, c, reason, now})
		return err
	})
	return ticket, err
}

// newTicket makes a number that can be read out: R- and eight letters or
// digits, about a million million of them.
func newTicket() string { return "R-" + rand.Text()[:8] }
