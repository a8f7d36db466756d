package clean

import (
	"slices"
	"strings"
	"unicode"
)

// literalEffect says what happens to a literal.
type literalEffect uint8

const (
	dropLiteral literalEffect = iota // the literal is removed
	dropLine                         // the literal and its line are removed; the line contains nothing else
	hideUntil                        // the text from the literal to the end of literal.untilText is removed
	stopReply                        // the reply ends before the literal
	toggleFence                      // the literal is shown; a fenced code block begins or ends
)

// literalPosition is where a literal is recognised.
type literalPosition uint8

const (
	anywhere  literalPosition = iota
	lineHead                  // at the start of a line; only spaces may stand before the literal
	replyHead                 // before the first visible character of the reply
)

// literal is one spelling that the markup stage recognises.
type literal struct {
	text        []rune // in lower case if ignoresCase is set
	ignoresCase bool   // case-insensitive
	position    literalPosition
	effect      literalEffect
	untilText   []rune // in lower case; the effect hideUntil removes everything up to and including this text
}

// markupWords are the markup words (rule replies-cleaned) as prompts and models spell
// them.
var markupWords = []string{
	"RESPONSE", "START", "END", "STOP",
	"START RESPONSE", "END RESPONSE", "START OF RESPONSE", "END OF RESPONSE",
	"RESPONSE START", "RESPONSE END", "START_RESPONSE", "END_RESPONSE",
	"RESPONSE_START", "RESPONSE_END", "START_OF_RESPONSE", "END_OF_RESPONSE",
}

// angleBracketForms and squareBracketForms are the markup in brackets; % stands for a markup word. In angle
// brackets the word may have any case, because prose has no words there. In square brackets the
// word must be in capitals, because "[stop]" may be a stage direction.
var (
	angleBracketForms  = []string{"<%>", "</%>", "<%/>", "<|%|>", "<|/%|>"}
	squareBracketForms = []string{"[%]", "[/%]", "[[%]]"}
)

// markupLineForms are the markup that is recognised alone on a line; % stands for a markup word. The bare
// word is not included, neither plain nor bold, because "STOP" on its own line may be a shout.
var markupLineForms = []string{
	"%:", "**%:**", "**%**:", "# %", "## %", "### %", "# %:", "## %:", "### %:",
	"--- % ---", "---%---", "=== % ===", "===%===", "*** % ***",
}

// mixedCaseMarkupLines are further line forms, in mixed case, from the headings of instruction
// templates.
var mixedCaseMarkupLines = []string{"Response:", "**Response:**", "**Response**:", "### Response:", "## Response:", "# Response:"}

// thinkTags enclose reasoning at the start of a reply.
var thinkTags = [][2]string{
	{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"},
	{"<reasoning>", "</reasoning>"}, {"[think]", "[/think]"},
}

// turnBoundaryTokens are strings that models write before the next turn of the conversation. They end a
// reply.
var turnBoundaryTokens = []string{
	"<|im_end|>", "<|im_start|>", "</s>", "<|endoftext|>", "<|eot_id|>", "<|start_header_id|>",
	"<end_of_turn>", "<start_of_turn>", "[INST]", "[/INST]",
}

// commonLiterals are the literals of every conversation, keyed by their first rune in
// lower case.
var commonLiterals = groupByFirstRune(slices.Concat(markupLiterals(), lineLiterals(), thinkLiterals(), commentLiterals(),
	replyEndingLiterals(turnBoundaryTokens), userLabelLiterals("user", true)))

// isAlwaysSpecialByte is true for the bytes for which Filter.needsNoCleaning returns false in every
// conversation. They are control characters, the asterisk of bold text, and the bytes < and [ that
// begin literals. Literals with another first byte are recognised only at the start of a line or
// reply. Filter.needsNoCleaning is not called there.
var isAlwaysSpecialByte = func() (t [256]bool) {
	for b := range 0x20 {
		t[b] = true
	}
	for _, b := range []byte{'<', '[', '*', 0x7f} {
		t[b] = true
	}
	return t
}()

func markupLiterals() (literals []literal) {
	for _, p := range markupWords {
		for _, form := range angleBracketForms {
			literals = append(literals, anyCaseLiteral(strings.Replace(form, "%", p, 1), anywhere, dropLiteral))
		}
		for _, form := range squareBracketForms {
			literals = append(literals, literal{text: []rune(strings.Replace(form, "%", p, 1))})
		}
	}
	return literals
}

func lineLiterals() (literals []literal) {
	for _, p := range markupWords {
		for _, form := range markupLineForms {
			literals = append(literals, literal{text: []rune(strings.Replace(form, "%", p, 1)), position: lineHead, effect: dropLine})
		}
	}
	for _, s := range mixedCaseMarkupLines {
		literals = append(literals, literal{text: []rune(s), position: lineHead, effect: dropLine})
	}
	return append(literals, anyCaseLiteral("```", lineHead, toggleFence))
}

func thinkLiterals() (literals []literal) {
	for _, tag := range thinkTags {
		openTag := anyCaseLiteral(tag[0], replyHead, hideUntil)
		openTag.untilText = []rune(tag[1])
		literals = append(literals, openTag, anyCaseLiteral(tag[1], anywhere, dropLiteral))
	}
	return literals
}

func commentLiterals() []literal {
	htmlComment := anyCaseLiteral("<!--", anywhere, hideUntil)
	htmlComment.untilText = []rune("-->")
	stageNotes := anyCaseLiteral("<stage_notes>", anywhere, hideUntil)
	stageNotes.untilText = []rune("</stage_notes>")
	literals := []literal{htmlComment, stageNotes, anyCaseLiteral("</stage_notes>", anywhere, dropLiteral), anyCaseLiteral("//\n", lineHead, dropLiteral)}
	for _, s := range []string{"// ", "//\t"} {
		l := anyCaseLiteral(s, lineHead, hideUntil)
		l.untilText = []rune("\n")
		literals = append(literals, l)
	}
	return literals
}

func replyEndingLiterals(texts []string) (literals []literal) {
	for _, s := range texts {
		if s != "" {
			literals = append(literals, anyCaseLiteral(s, anywhere, stopReply))
		}
	}
	return literals
}

// userLabelLiterals returns the labels of the user's turn, such as "User:" or the user's name with
// a colon. The reply ends before a label at the start of a line. If atReplyHead is true, the reply
// also ends before a label at the start of the reply.
func userLabelLiterals(name string, atReplyHead bool) (literals []literal) {
	for _, form := range nameForms {
		s := strings.Replace(form, "%", name, 1)
		literals = append(literals, anyCaseLiteral("\n"+s, anywhere, stopReply))
		if atReplyHead {
			literals = append(literals, anyCaseLiteral(s, replyHead, stopReply))
		}
	}
	return literals
}

// ownLiterals returns the literals of one conversation: labels with the user's name, private lines,
// stop strings and the canary (rule replies-prompt-hidden). If user and character have the same
// name, this name at the reply's start is the character's label.
func ownLiterals(opts Options) (literals []literal) {
	if name := lowerRunes(strings.TrimSpace(opts.UserName)); name != "" && name != "user" {
		literals = userLabelLiterals(name, !slices.Contains(characterNames(opts.CharName), name))
	}
	for _, line := range opts.ForbiddenPromptLines {
		if line != "" {
			literals = append(literals, anyCaseLiteral(line, lineHead, dropLiteral))
		}
	}
	for _, l := range replyEndingLiterals(append(slices.Clone(opts.StopStrings), opts.Canary)) {
		endsReplyAtSameText := func(o literal) bool { return o.effect == stopReply && slices.Equal(o.text, l.text) }
		if !slices.ContainsFunc(literals, endsReplyAtSameText) && !slices.ContainsFunc(commonLiterals[l.text[0]], endsReplyAtSameText) {
			literals = append(literals, l)
		}
	}
	return literals
}

// nameForms are the spellings of a speaker's name before a line; % is the name.
var nameForms = []string{"%:", "%：", "**%:**", "**%**:", "[%]:"}

// namePrefixes returns the names that the head stage removes, in all their forms.
func namePrefixes(charName string) (prefixes [][]rune) {
	for _, name := range append(characterNames(charName), "assistant", "response") {
		for _, form := range nameForms {
			prefixes = append(prefixes, []rune(strings.Replace(form, "%", name, 1)))
		}
	}
	return prefixes
}

// characterNames returns the names that a model may write before the character's lines: the
// full name and its first word, in lower case.
func characterNames(charName string) []string {
	fullName := lowerRunes(strings.TrimSpace(charName))
	if fullName == "" {
		return nil
	}
	first, _, _ := strings.Cut(fullName, " ")
	return slices.Compact([]string{fullName, first})
}

// anyCaseLiteral returns a case-insensitive literal.
func anyCaseLiteral(s string, where literalPosition, effect literalEffect) literal {
	return literal{text: []rune(lowerRunes(s)), ignoresCase: true, position: where, effect: effect}
}

// lowerRunes maps s to lower case rune by rune, so that the number of runes stays the same.
func lowerRunes(s string) string { return strings.Map(unicode.ToLower, s) }

// isSameIgnoringCase reports whether two runes differ at most in case.
func isSameIgnoringCase(a, b rune) bool {
	if a == b {
		return true
	}
	for v := unicode.SimpleFold(a); v != a; v = unicode.SimpleFold(v) {
		if v == b {
			return true
		}
	}
	return false
}

// groupByFirstRune groups literals by their first rune in lower case.
func groupByFirstRune(literals []literal) map[rune][]literal {
	m := map[rune][]literal{}
	for _, l := range literals {
		first := unicode.ToLower(l.text[0])
		m[first] = append(m[first], l)
	}
	return m
}
