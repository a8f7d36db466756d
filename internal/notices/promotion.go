package notices

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Longest texts of a promotion, in code points.
const (
	maxPromotionTitle   = 80
	maxPromotionMessage = 500
)

// promotionLock is the user whose row of notice_versions a promotion locks. No user has
// this id.
const promotionLock = "promotions"

// Promotion is a message of the operator to all users. Path is a path on this site, or
// empty.
type Promotion struct{ Title, Message, Path string }

// TooSoonError is the error of a second promotion in a month. Next is when one is possible
// again.
type TooSoonError struct{ Next time.Time }

// Error returns a text with the day.
func (e *TooSoonError) Error() string {
	return "notices: the next promotion is possible on " + e.Next.Format(time.DateOnly)
}

// Promote tells all users who want promotions, in a job, at most once a month. The error
// is a *TooSoonError, or of kind core.Invalid for wrong texts. Rule
// notifications-promotions.
func (s *Service) Promote(ctx context.Context, p Promotion) error {
	if err := p.check(); err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.raiseVersion(ctx, tx, promotionLock); err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		last, found, err := s.store.lastBroadcast(ctx, tx, promotionBroadcast)
		if err != nil {
			return err
		}
		if next := last.AddDate(0, 1, 0); found && now.Before(next) {
			return &TooSoonError{next}
		}
		id := core.NewID(now)
		b := broadcast{kind: promotionBroadcast, objectID: id, title: p.Title, message: p.Message, actionURL: p.Path}
		if err := s.startBroadcast(ctx, tx, b); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.Event{Name: audit.PromotionSent, ActorID: audit.Operator, SubjectID: audit.Operator, Detail: id})
	})
}

func (p Promotion) check() error {
	switch {
	case !isLine(p.Title, maxPromotionTitle):
		return core.Fields("title", "The title must be one line of 1 to 80 characters.")
	case !isLine(p.Message, maxPromotionMessage):
		return core.Fields("message", "The message must be one line of 1 to 500 characters.")
	case p.Path != "" && !isSitePath(p.Path):
		return core.Fields("url", "The address must be a path on this site, such as /feeds.")
	}
	return nil
}

// isLine reports whether text is one line of 1 to most characters.
func isLine(text string, most int) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= most &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) })
}

// isSitePath reports whether a path leads to this site: browsers take two slashes, or a
// slash and a backslash, for the name of another one.
func isSitePath(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.Contains(path, "\\") && isLine(path, maxPromotionMessage)
}
