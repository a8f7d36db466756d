package social

import (
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// Lengths in code points.
const (
	maxCommentLength = 1000
	maxReasonLength  = 500
)

// textRules are the limits and the error messages of a text that users write.
type textRules struct {
	field            string // of the error
	maxLength        int    // code points
	empty, long, odd string // error messages
}

var (
	commentRules = textRules{"comment", maxCommentLength, emptyCommentText, longCommentText, oddCommentText}
	reasonRules  = textRules{"reason", maxReasonLength, emptyReasonText, longReasonText, oddReasonText}
)

// cleanAndCheck returns the trimmed text. It returns an error for a text that is empty, too
// long or has characters that cannot be shown.
func (r textRules) cleanAndCheck(text string) (string, error) {
	text = plain.Trim(text)
	switch {
	case !plain.HasInk(text):
		return "", core.InvalidFieldsError(r.field, r.empty)
	case utf8.RuneCountInString(text) > r.maxLength:
		return "", core.InvalidFieldsError(r.field, r.long)
	case plain.HasUnprintable(text):
		return "", core.InvalidFieldsError(r.field, r.odd)
	}
	return text, nil
}
