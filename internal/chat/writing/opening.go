package writing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
)

// maxStageDirectionBytes is the largest length of a stage direction, in bytes between its marks. A
// longer text between marks is no stage direction and is shown.
const maxStageDirectionBytes = 100

// assistantPhrases are beginnings of replies that assistants write and characters do not.
// They are in lower case, with straight apostrophes.
var assistantPhrases = []string{
	"as an ai", "as a language model", "as a large language model", "great question", "that's a great question",
	"that is a great question", "what a great question", "i'd be happy to help",
	"i'm happy to help", "sure! ", "sure, here", "how can i assist", "how may i assist", "hello! how can i", "hi! how can i",
	"i'm sorry, but i can't", "i'm sorry, but i cannot",
}

// openingCheck checks the beginning of a reply before readers see it (rule prompt-opening). It
// buffers text only while the text may still turn into a bad beginning. So most good replies are
// shown from their first letters on.
type openingCheck struct {
	faultyBeginnings []string // beginnings that are faults
	bufferedText     strings.Builder
	isCheckOver      bool
}

// newOpeningCheck returns a check for the next reply. The check rejects assistantPhrases, stage
// directions, and the beginning of the last reply. If the user repeats a message, the check accepts
// the beginning of the last reply.
func newOpeningCheck(history []llm.Message) *openingCheck {
	o := &openingCheck{faultyBeginnings: assistantPhrases}
	userLine, earlierUserLine := messageFromEnd(history, llm.User, 0), messageFromEnd(history, llm.User, 1)
	if last := plainBeginning(prompt.Opening(messageFromEnd(history, llm.Assistant, 0))); last != "" && userLine != earlierUserLine {
		o.faultyBeginnings = append([]string{last}, assistantPhrases...)
	}
	return o
}

// messageFromEnd returns a message of a role, or "" if there is none. i counts from the end: 0 is
// the last message of the role, 1 the previous one.
func messageFromEnd(history []llm.Message, role llm.Role, i int) string {
	for n := len(history) - 1; n >= 0; n-- {
		if history[n].Role != role {
			continue
		}
		if i == 0 {
			return history[n].Content
		}
		i--
	}
	return ""
}

// addText adds text and returns the text to show, or reports a fault. After a fault the
// check is over.
func (o *openingCheck) addText(text string) (show string, fault bool) {
	if o == nil || o.isCheckOver {
		return text, false
	}
	o.bufferedText.WriteString(text)
	switch judgeOpening(o.bufferedText.String(), o.faultyBeginnings) {
	case undecidedOpening:
		return "", false
	case faultyOpening:
		o.isCheckOver = true
		return "", true
	}
	return o.endAndReleaseText(""), false
}

// endAndReleaseText ends the check. It returns the buffered text, then the text `more`. If the check had
// ended before, it returns only the text `more`.
func (o *openingCheck) endAndReleaseText(more string) string {
	if o == nil || o.isCheckOver {
		return more
	}
	o.isCheckOver = true
	return o.bufferedText.String() + more
}

// openingVerdict is the result of a check.
type openingVerdict uint8

const (
	goodOpening openingVerdict = iota
	undecidedOpening
	faultyOpening
)

// judgeOpening decides whether the beginning of a reply is good, faulty or too short to
// decide.
func judgeOpening(text string, faultyBeginnings []string) openingVerdict {
	if v := judgeStageDirection(strings.TrimLeftFunc(text, unicode.IsSpace)); v != goodOpening {
		return v
	}
	beginning, v := plainBeginning(text), goodOpening
	for _, f := range faultyBeginnings {
		switch {
		case strings.HasPrefix(beginning, f) && isLastWordComplete(beginning[len(f):], f):
			return faultyOpening
		case strings.HasPrefix(f, beginning), beginning == f:
			v = undecidedOpening
		}
	}
	return v
}

// isLastWordComplete reports whether the last word of fault ends where rest begins. fault is a faulty
// beginning, and rest is the text after it. If rest is empty, the word may still go on, and
// isLastWordComplete returns false.
func isLastWordComplete(rest, fault string) bool {
	if rest == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return strings.HasSuffix(fault, " ") || !unicode.IsLetter(r)
}

// plainBeginning returns text in lower case with straight apostrophes, without spaces and
// quotation marks at its beginning.
func plainBeginning(text string) string {
	text = strings.TrimLeft(text, " \n\t\"“”«„'‘’")
	return strings.ToLower(strings.ReplaceAll(text, "’", "'"))
}

// stageDirectionMarks has the closing mark of a stage direction by its opening mark.
var stageDirectionMarks = map[byte]string{'*': "*", '(': ")", '[': "]"}

// judgeStageDirection decides whether text begins with a stage direction, such as "*He smiles.* Good
// day". A stage direction is marked text before a new sentence. Bold text and an emphasised word of
// a sentence are not stage directions.
func judgeStageDirection(text string) openingVerdict {
	if text == "" || stageDirectionMarks[text[0]] == "" || strings.HasPrefix(text, "**") {
		return goodOpening
	}
	direction, followingText, closed := strings.Cut(text[1:], stageDirectionMarks[text[0]])
	if !closed {
		if len(direction) > maxStageDirectionBytes {
			return goodOpening
		}
		return undecidedOpening
	}
	if len(direction) > maxStageDirectionBytes || !strings.ContainsFunc(direction, unicode.IsLetter) {
		return goodOpening
	}
	followingText = strings.TrimLeft(followingText, " \"“'‘")
	if followingText == "" {
		return undecidedOpening
	}
	r, _ := utf8.DecodeRuneInString(followingText)
	if unicode.IsUpper(r) || r == '\n' {
		return faultyOpening
	}
	return goodOpening
}
