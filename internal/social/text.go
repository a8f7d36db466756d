package social

import (
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// rules are the bounds of a text that people write, with what to say of it.
type rules struct {
	field             string
	most              int // code points
	empty, long, odds string
}

var (
	commentRules = rules{"comment", maxComment, emptyText, longText, oddText}
	reasonRules  = rules{"reason", maxReason, emptyReasonText, longReasonText, oddReasonText}
)

// clean trims a text and checks it. Plain text is all that is taken.
func (r rules) clean(text string) (string, error) {
	text = plain.Trim(text)
	switch {
	case !plain.HasInk(text):
		return "", core.Fields(r.field, r.empty)
	case utf8.RuneCountInString(text) > r.most:
		return "", core.Fields(r.field, r.long)
	case plain.Unprintable(text):
		return "", core.Fields(r.field, r.odds)
	}
	return text, nil
}
