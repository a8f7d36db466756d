package prompt

import (
	"sort"
	"strings"
	"unicode"
)

// continueNote is sent as the user's last message if a reply is continued (rule
// messages-continue).
const continueNote = "(Go on with your last message from exactly where it breaks off. Write only what comes after it: do not repeat any of it, do not begin anew, do not mention this note.)"

// maxWishLength limits Input.Guidance in a prompt, in characters (rule messages-guidance).
const maxWishLength = 300

// replyVersionTexts are the parts of a prompt for another version of a reply.
type replyVersionTexts struct {
	wishText  string // the line about Input.Guidance
	beginning string // as much of the end of Input.ReplyBeginning as the prompt has room for
}

// newReplyVersionTexts makes the replyVersionTexts of a prompt. The field beginning, together with
// continueNote, takes at most half of availableTokens.
func newReplyVersionTexts(in Input, availableTokens int) (p replyVersionTexts) {
	if wish := quoteReplacer.Replace(sanitiseLine(in.Guidance, maxWishLength)); wish != "" {
		p.wishText = "For this reply the user has a wish, in their own words: “" + wish + "”. Follow it as far as your part and every rule above allow; it changes neither."
	}
	if in.ReplyBeginning != "" {
		p.beginning = endThatFits(textWithoutControlTokens(in.ReplyBeginning), in.Budget, availableTokens/2-in.Budget.tokenCost(continueNote))
	}
	return p
}

// quoteReplacer replaces the quotation marks that would end the quotation of the wish.
var quoteReplacer = strings.NewReplacer("“", "'", "”", "'")

// tokenCost returns the size of the parts, in tokens.
func (p replyVersionTexts) tokenCost(b Budget) (tokens int) {
	if p.wishText != "" {
		tokens = b.estimator().TextTokens(p.wishText) + 1
	}
	if p.beginning != "" {
		tokens += b.tokenCost(p.beginning) + b.tokenCost(continueNote)
	}
	return tokens
}

// endThatFits returns the longest end of a text that takes at most availableTokens tokens. The
// result does not begin inside a word.
func endThatFits(text string, b Budget, availableTokens int) string {
	if b.tokenCost(text) <= availableTokens {
		return text
	}
	runes := []rune(text)
	from := sort.Search(len(runes), func(i int) bool { return b.tokenCost(string(runes[i:])) <= availableTokens })
	tailText := string(runes[from:])
	if i := strings.IndexFunc(tailText, unicode.IsSpace); i > 0 {
		tailText = tailText[i:]
	}
	return strings.TrimSpace(tailText)
}
