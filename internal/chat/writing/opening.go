package writing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/llm"
)

// maxDirection is how many bytes after an opening mark may be a stage direction. Longer
// text is shown.
const maxDirection = 100

// assistantPhrases begin the replies of assistants and of no character. Lower case,
// with straight apostrophes.
var assistantPhrases = []string{
	"as an ai", "as a language model", "as a large language model", "great question", "that's a great question",
	"that is a great question", "what a great question", "i'd be happy to help",
	"i'm happy to help", "sure! ", "sure, here", "how can i assist", "how may i assist", "hello! how can i", "hi! how can i",
	"i'm sorry, but i can't", "i'm sorry, but i cannot",
}

// opening checks the beginning of a reply before it is shown (rule prompt-opening). It
// buffers text only as long as that can still become a fault: a good reply usually passes
// with its first letters.
type opening struct {
	faults []string // beginnings that are faults
	held   strings.Builder
	passed bool
}

// newOpening returns a check against stage directions, phrases of assistants and the
// beginning of the last reply in the history. Who says the same again may get the same
// answer.
func newOpening(history []llm.Message) *opening {
	o := &opening{faults: assistantPhrases}
	now, before := lastOf(history, llm.User, 0), lastOf(history, llm.User, 1)
	if last := plainBeginning(prompt.Opening(lastOf(history, llm.Assistant, 0))); last != "" && now != before {
		o.faults = append([]string{last}, assistantPhrases...)
	}
	return o
}

// lastOf returns the message of a role that is i messages of this role before its last
// one, or "".
func lastOf(history []llm.Message, role llm.Role, i int) string {
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

// push adds text and returns the text to show, or reports a fault. After a fault the
// check is over.
func (o *opening) push(text string) (show string, fault bool) {
	if o == nil || o.passed {
		return text, false
	}
	o.held.WriteString(text)
	switch judge(o.held.String(), o.faults) {
	case undecided:
		return "", false
	case faulty:
		o.passed = true
		return "", true
	}
	return o.release(""), false
}

// release ends the check and returns the buffered text with more after it. After that it
// returns more alone.
func (o *opening) release(more string) string {
	if o == nil || o.passed {
		return more
	}
	o.passed = true
	return o.held.String() + more
}

type verdict uint8

const (
	good verdict = iota
	undecided
	faulty
)

// judge decides about the beginning of a reply.
func judge(text string, faults []string) verdict {
	if v := judgeDirection(strings.TrimLeftFunc(text, unicode.IsSpace)); v != good {
		return v
	}
	begun, v := plainBeginning(text), good
	for _, f := range faults {
		switch {
		case strings.HasPrefix(begun, f) && endsWord(begun[len(f):], f):
			return faulty
		case strings.HasPrefix(f, begun), begun == f:
			v = undecided
		}
	}
	return v
}

// endsWord reports whether rest does not continue the last word of a fault. An empty rest
// decides nothing yet.
func endsWord(rest, fault string) bool {
	if rest == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return strings.HasSuffix(fault, " ") || !unicode.IsLetter(r)
}

// plainBeginning returns text in lower case with straight apostrophes, without marks at
// its beginning.
func plainBeginning(text string) string {
	text = strings.TrimLeft(text, " \n\t\"“”«„'‘’")
	return strings.ToLower(strings.ReplaceAll(text, "’", "'"))
}

// closingMarks are the marks around a stage direction.
var closingMarks = map[byte]string{'*': "*", '(': ")", '[': "]"}

// judgeDirection decides whether text begins with a stage direction, such as
// "*He smiles.* Good day": marked text before a new sentence. Bold text and an
// emphasised word of a sentence are none.
func judgeDirection(text string) verdict {
	if text == "" || closingMarks[text[0]] == "" || strings.HasPrefix(text, "**") {
		return good
	}
	inside, after, closed := strings.Cut(text[1:], closingMarks[text[0]])
	if !closed {
		if len(inside) > maxDirection {
			return good
		}
		return undecided
	}
	if len(inside) > maxDirection || !strings.ContainsFunc(inside, unicode.IsLetter) {
		return good
	}
	after = strings.TrimLeft(after, " \"“'‘")
	if after == "" {
		return undecided
	}
	r, _ := utf8.DecodeRuneInString(after)
	if unicode.IsUpper(r) || r == '\n' {
		return faulty
	}
	return good
}
