package social

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core"
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

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// clean trims a text and puts its line ends into one form. Plain text is all
// that is taken: control characters are refused, but for line ends and tabs,
// and so is a text of which nothing can be seen.
func (r rules) clean(text string) (string, error) {
	text = strings.TrimSpace(lineEnds.Replace(text))
	switch {
	case !strings.ContainsFunc(text, visible):
		return "", core.Fields(r.field, r.empty)
	case utf8.RuneCountInString(text) > r.most:
		return "", core.Fields(r.field, r.long)
	case strings.ContainsFunc(text, refused):
		return "", core.Fields(r.field, r.odds)
	}
	return text, nil
}

func refused(c rune) bool { return unicode.IsControl(c) && c != '\n' && c != '\t' }

// visible tells whether a character leaves ink, or is one that must be named as
// refused rather than passed over.
func visible(c rune) bool {
	return !unicode.IsSpace(c) && !unicode.In(c, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
