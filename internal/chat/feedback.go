package chat

import (
	"context"
	"crypto/rand"
	"time"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// feedbackByName has the stored numbers of ratings by their names in the API.
var feedbackByName = map[string]int{"up": 1, "down": -1, "none": 0}

// RateReply stores the actor's rating of a reply: up, down or none, with an optional reason. A
// later call replaces rating and reason. The rating none removes the reason (rule
// messages-feedback).
func (s *Service) RateReply(ctx context.Context, actor core.Actor, ref, messageID, value, reason string) error {
	n, known := feedbackByName[value]
	if !known {
		return core.InvalidFieldsError("value", badFeedbackText)
	}
	if reason = withoutControlCharacters(reason); utf8.RuneCountInString(reason) > maxReasonLength {
		return core.InvalidFieldsError("reason", longReasonText)
	}
	if n == 0 {
		reason = ""
	}
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		rated, err := message.SetFeedback(ctx, tx, c.ID, messageID, n, reason)
		if err == nil && !rated {
			err = errNoMessage
		}
		return err
	})
}

// reportsPerHour limits the reports of a user. Rule messages-report.
const reportsPerHour = 30

// report is a report of a message, with a copy of the message.
type report struct {
	ticket, userID string
	characterID    int
	message        message.Message
	reason         string
	createdAt      time.Time
}

// ReportReply stores a report about a reply, with a copy of the reply's text. It returns the
// report's ticket number. A repeated report of the same reply returns the same number (rule
// messages-report).
func (s *Service) ReportReply(ctx context.Context, actor core.Actor, ref, messageID, reason string) (ticket string, err error) {
	switch reason = withoutControlCharacters(reason); {
	case reason == "":
		return "", core.InvalidFieldsError("reason", emptyReasonText)
	case utf8.RuneCountInString(reason) > maxReasonLength:
		return "", core.InvalidFieldsError("reason", longReasonText)
	}
	c, err := s.findConversation(ctx, actor, ref)
	if err != nil {
		return "", err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		// The lock serialises the calls of a user, so that the same report is stored and
		// counted once.
		if err := s.store.lockUsage(ctx, tx, actor.UserID); err != nil {
			return err
		}
		m, err := message.ByID(ctx, tx, c.ID, messageID)
		if err != nil {
			return asErrNoMessage(err)
		}
		if m.IsUser {
			return errNoMessage
		}
		if ticket, err = s.store.ticketOfReport(ctx, tx, actor.UserID, m.ID); err != nil || ticket != "" {
			return err
		}
		_, err = s.deps.Limits.TakeInTx(ctx, tx, limits.Limit{Key: "report message " + actor.UserID, N: reportsPerHour, Period: time.Hour})
		if wait, full := limits.WaitOfFullError(err); full {
			return errRateLimited.WithRetryAfter(wait)
		}
		if err != nil {
			return err
		}
		ticket = "M-" + rand.Text()[:8]
		return s.store.insertReport(ctx, tx, report{ticket, actor.UserID, c.CharacterID, m, reason, s.deps.Clock.Now()})
	})
	if err != nil {
		return "", err
	}
	return ticket, nil
}

// ticketOfReport returns the ticket of a user's report of a message, or "".
func (store) ticketOfReport(ctx context.Context, q storage.Querier, userID, messageID string) (ticket string, err error) {
	err = q.QueryRowContext(ctx, `SELECT ticket FROM message_reports WHERE user_id = $1 AND message_id = $2`, userID, messageID).Scan(&ticket)
	if storage.IsNoRows(err) {
		err = nil
	}
	return ticket, err
}

// insertReport stores a report with a copy of the message (rule messages-report).
func (store) insertReport(ctx context.Context, tx storage.Querier, r report) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO message_reports (ticket, user_id, message_id, character_id, body, reason, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		r.ticket, r.userID, r.message.ID, r.characterID, r.message.Content, r.reason, core.Millis(r.createdAt))
	return err
}
