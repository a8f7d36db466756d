package social

import (
	"context"
	"crypto/rand"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// report is a report about a comment. It has a copy of the comment's text, because the
// author may delete the comment.
type report struct {
	ticket, userID string
	comment        Comment
	reason         string
	createdAt      time.Time
}

// reportsPerHour limits the reports of a user.
const reportsPerHour = 30

// Report stores a report about a comment of another user and returns its ticket
// number. A repeated report by the same user returns the same ticket.
func (s *Service) Report(ctx context.Context, actor core.Actor, id, reason string) (ticket string, err error) {
	if reason, err = reasonRules.clean(reason); err != nil {
		return "", err
	}
	c, _, err := s.shownComment(ctx, id)
	if err != nil {
		return "", err
	}
	if c.UserID == actor.UserID {
		return "", errOwnComment
	}
	now := s.deps.Clock.Now()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if ticket, err = s.store.ticket(ctx, tx, actor.UserID, id); err != nil || ticket != "" {
			return err
		}
		if err = s.takeLimits(ctx, tx, limits.Limit{Key: "report " + actor.UserID, N: reportsPerHour, Per: time.Hour}); err != nil {
			return err
		}
		ticket, err = s.store.insertReport(ctx, tx, report{newTicket(), actor.UserID, c, reason, now})
		return err
	})
	return ticket, err
}

// newTicket returns a ticket number that is easy to read aloud: R- and 8 of 32 letters
// and digits, 2^40 possible values.
func newTicket() string { return "R-" + rand.Text()[:8] }
