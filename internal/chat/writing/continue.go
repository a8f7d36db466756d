package writing

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/chat/message"
	"colloquy/internal/storage"
)

// ContinuationBeginning returns the text with which a continuation of a reply begins. The last word of an
// incomplete reply may be cut. So ContinuationBeginning omits this word (rule messages-continue).
func ContinuationBeginning(m message.Message) string {
	text := strings.TrimRightFunc(m.Content, unicode.IsSpace)
	lastRune, _ := utf8.DecodeLastRuneInString(text)
	if m.Status == message.Complete || isOfUnspacedScript(lastRune) || !unicode.IsLetter(lastRune) && !unicode.IsNumber(lastRune) {
		return text
	}
	return strings.TrimRightFunc(text[:strings.LastIndexFunc(text, unicode.IsSpace)+1], unicode.IsSpace)
}

// spaceBetween returns the space between the beginning of a continuation and its first piece.
// Models send this piece without a leading space. The result is "" in scripts without spaces and
// next to some punctuation.
func spaceBetween(beginning, piece string) string {
	if beginning == "" || piece == "" {
		return ""
	}
	last, _ := utf8.DecodeLastRuneInString(beginning)
	firstRune, _ := utf8.DecodeRuneInString(piece)
	if unicode.IsSpace(firstRune) || isOfUnspacedScript(last) || isOfUnspacedScript(firstRune) ||
		strings.ContainsRune(",.;:!?)]}”’…%", firstRune) || strings.ContainsRune("([{“‘«¿¡/-", last) {
		return ""
	}
	return " "
}

// isOfUnspacedScript reports whether a rune belongs to a script that has no spaces between words.
func isOfUnspacedScript(r rune) bool {
	const cjkMarks, wideForms = 0x3000, 0xff00
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= cjkMarks && r < cjkMarks+0x40 || r >= wideForms && r < wideForms+0x70
}

// restoreFormerVersion puts the replaced version back into the conversation if a continuation has
// ended without new text. It reports whether it did. Rule messages-continue.
func (r *reply) restoreFormerVersion(ctx context.Context, tx storage.Querier, m message.Message) (bool, error) {
	if r.ContinuedText == "" || len(m.Content) > len(r.ContinuedText) {
		return false, nil
	}
	restored, err := message.SwapVersions(ctx, tx, m.ID, r.ReplacedVersion.ID)
	if err != nil || !restored {
		return false, err
	}
	return true, message.ClearText(ctx, tx, m.ID)
}
