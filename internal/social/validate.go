package social

import (
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// textRules are the limits of a text, and its error messages.
type textRules struct {
	field            string
	maxLength        int // code points
	empty, long, odd string
}

var (
	commentRules = textRules{"comment", maxCommentLength, emptyCommentText, longCommentText, oddCommentText}
	reasonRules  = textRules{"reason", maxReasonLength, emptyReasonText, longReasonText, oddReasonText}
)

// clean trims and checks a text.
func (r textRules) clean(text string) (string, error) {
	text = plain.Trim(text)
	switch {
	case !plain.HasInk(text):
		return "", core.Fields(r.field, r.empty)
	case utf8.RuneCountInString(text) > r.maxLength:
		return "", core.Fields(r.field, r.long)
	case plain.HasUnprintable(text):
		return "", core.Fields(r.field, r.odd)
	}
	return text, nil
}
