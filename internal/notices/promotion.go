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

// Maximum lengths of the texts of a promotion, in code points.
const (
	maxPromotionTitle   = 80
	maxPromotionMessage = 500
)

// promotionLockUserID is the id of the row of notice_versions that a promotion locks. No user
// has this id.
const promotionLockUserID = "promotions"

// Promotion is a message of the operator to all users. Path is a path on this site, or
// empty.
type Promotion struct{ Title, Message, Path string }

// TooSoonError is the error of a second promotion in a month. Next is the day from which a
// promotion is possible again.
type TooSoonError struct{ Next time.Time }

// Error names the day from which a promotion is possible again.
func (e *TooSoonError) Error() string {
	return "notices: the next promotion is possible on " + e.Next.Format(time.DateOnly)
}

// Promote starts a job that sends the promotion p to all users who want promotions. It returns a
// *TooSoonError if the last promotion was less than a month ago. Invalid texts give an error of
// kind core.Invalid. Rule notifications-promotions.
func (s *Service) Promote(ctx context.Context, p Promotion) error {
	if err := p.validate(); err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.raiseNoticesVersion(ctx, tx, promotionLockUserID); err != nil {
			return err
		}
		now := s.deps.Clock.Now()
		last, found, err := s.store.lastBroadcastTime(ctx, tx, promotionBroadcast)
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
		return s.deps.Audit.Write(ctx, tx, audit.Event{Name: audit.PromotionSent, ActorID: audit.OperatorActor, SubjectID: audit.OperatorActor, Detail: id})
	})
}

func (p Promotion) validate() error {
	switch {
	case !isSingleLine(p.Title, maxPromotionTitle):
		return core.InvalidFieldsError("title", "The title must be one line of 1 to 80 characters.")
	case !isSingleLine(p.Message, maxPromotionMessage):
		return core.InvalidFieldsError("message", "The message must be one line of 1 to 500 characters.")
	case p.Path != "" && !isSitePath(p.Path):
		return core.InvalidFieldsError("url", "The address must be a path on this site, such as /feeds.")
	}
	return nil
}

// isSingleLine reports whether text is one line of 1 to maxLength characters.
func isSingleLine(text string, maxLength int) bool {
	return strings.TrimSpace(text) != "" && utf8.ValidString(text) && utf8.RuneCountInString(text) <= maxLength &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) })
}

// isSitePath reports whether a path leads to a page of this site. After two slashes, or a slash and
// a backslash, browsers read the name of another site.
func isSitePath(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.Contains(path, "\\") && isSingleLine(path, maxPromotionMessage)
}
