package social

import (
	"context"
	"crypto/rand"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// storedReport is a report to store. comment.Body is stored with it, because the author may
// delete the comment.
type storedReport struct {
	ticket, userID string
	comment        Comment
	reason         string
	createdAt      time.Time
}

// reportsPerHour is the largest number of reports of one user in an hour.
const reportsPerHour = 30

// ReportComment stores a report about a comment of another user and returns its ticket number. If
// the user has reported the comment before, it stores nothing and returns the first ticket. The
// user's own comment gives errOwnComment. After reportsPerHour reports the error is errRateLimited.
// Rule comments-report.
func (s *Service) ReportComment(ctx context.Context, actor core.Actor, id, reason string) (ticket string, err error) {
	if reason, err = reasonTextLimits.cleanAndCheck(reason); err != nil {
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
		if ticket, err = s.store.findTicket(ctx, tx, actor.UserID, id); err != nil || ticket != "" {
			return err
		}
		if err = s.countAgainstLimits(ctx, tx, limits.Limit{Key: "report " + actor.UserID, N: reportsPerHour, Period: time.Hour}); err != nil {
			return err
		}
		ticket, err = s.store.insertReport(ctx, tx, storedReport{newTicket(), actor.UserID, c, reason, now})
		return err
	})
	return ticket, err
}

// newTicket returns a random ticket number that is easy to read aloud: R- and 8 letters or
// digits out of 32, which makes 2^40 values.
func newTicket() string { return "R-" + rand.Text()[:8] }
