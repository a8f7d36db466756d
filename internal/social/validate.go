package social

import (
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
)

// Lengths in code points. Rule comments-length.
const (
	maxCommentLength = 1000
	maxReasonLength  = 500
)

// textLimits are the limits and the error messages of a text that users write.
type textLimits struct {
	field                                         string // of the error
	maxLength                                     int    // code points
	emptyMessage, longMessage, unprintableMessage string // error messages
}

var (
	commentTextLimits = textLimits{"comment", maxCommentLength, emptyCommentText, longCommentText, unprintableCommentText}
	reasonTextLimits  = textLimits{"reason", maxReasonLength, emptyReasonText, longReasonText, unprintableReasonText}
)

// cleanAndCheck returns the trimmed text. It returns an error for a text that is empty, too
// long or has characters that cannot be shown. Rule comments-nothing-empty.
func (r textLimits) cleanAndCheck(text string) (string, error) {
	text = plain.Trim(text)
	switch {
	case !plain.HasVisibleRune(text):
		return "", core.InvalidFieldsError(r.field, r.emptyMessage)
	case utf8.RuneCountInString(text) > r.maxLength:
		return "", core.InvalidFieldsError(r.field, r.longMessage)
	case plain.HasUnprintable(text):
		return "", core.InvalidFieldsError(r.field, r.unprintableMessage)
	}
	return text, nil
}
