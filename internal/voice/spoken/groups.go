package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// minGroupLengths has the minimum lengths of the groups, in characters. The last length is also for all
// later groups. The first group is short, so that the user hears it soon. Later groups are long, so
// that there are few pauses between recordings. Rule voice-parts.
var minGroupLengths = []int{1, 120, 240, 480}

// SentenceGroups cuts a reply in Markdown into groups of sentences. Each group is one recording. If
// isEnded is true, the joined groups are the whole text. If isEnded is false, the text may grow, so
// the result has only groups that will not change: those after which another sentence has begun.
func SentenceGroups(markdown string, isEnded bool) []string {
	var out []string
	start, sentenceStart := 0, 0
	marks := markdownMarkCounts{}
	for i := 0; i < len(markdown); {
		r, advance := utf8.DecodeRuneInString(markdown[i:])
		if !strings.ContainsRune(sentenceMarks, r) {
			advance = marks.countMarkAndAdvance(markdown, i, advance)
			i += advance
			continue
		}
		rest := strings.TrimLeft(strings.TrimLeft(markdown[i:], sentenceMarks), closingMarks)
		end := len(markdown) - len(rest)
		for at := i; at < end; at++ {
			marks.countMarkAndAdvance(markdown, at, 1)
		}
		if !marks.isOpen() && canCutBetween(markdown[sentenceStart:i], markdown[i:end], rest) {
			sentenceStart = end
			if isGroupLongEnough(markdown[start:end], len(out)) {
				out = append(out, markdown[start:end])
				start = end
			}
		}
		i = end
	}
	if isEnded && start < len(markdown) {
		out = append(out, markdown[start:])
	}
	return out
}

// isGroupLongEnough reports whether a text has words and at least the minimum length of the group
// at groupIndex.
func isGroupLongEnough(group string, groupIndex int) bool {
	minLength := minGroupLengths[min(groupIndex, len(minGroupLengths)-1)]
	return utf8.RuneCountInString(group) >= minLength && hasWords(stripMarkup(group))
}

func hasWords(text string) bool { return strings.ContainsFunc(text, isAlphanumeric) }

// canCutBetween reports whether a text can be cut after the punctuation in marks. before and after
// are the texts around marks. The result is false if marks do not end a sentence or the next sentence
// has not begun. A cut must not change the spoken words, so the result is also false:
//   - after the number of a list item
//   - before a mark of Markdown that has another meaning at the start of a text.
func canCutBetween(before, marks, after string) bool {
	tail := strings.TrimLeftFunc(after, isSpace)
	next, size := utf8.DecodeRuneInString(tail)
	if size == 0 || next == utf8.RuneError && len(tail) < utf8.UTFMax {
		return false
	}
	if !endsSentence(before, marks, after) || isListNumber(before) {
		return false
	}
	if strings.Contains(after[:len(after)-len(tail)], "\n") {
		return true
	}
	lastMark, _ := utf8.DecodeLastRuneInString(marks)
	return !strings.ContainsRune("#>", next) && (next != '*' || strings.ContainsRune(".!?…\"”", lastMark))
}

// isListNumber reports whether the text before a full stop is only the number of a list item.
func isListNumber(text string) bool {
	return strings.TrimFunc(text, unicode.IsDigit) == "" || strings.TrimFunc(strings.TrimFunc(text, isSpace), unicode.IsDigit) == ""
}

// markdownMarkCounts counts marks of Markdown from the start of a text. A new line resets all fields but
// isInCodeFence.
type markdownMarkCounts struct {
	isInCodeFence                 bool // inside of a fenced block of code
	stars, underscores, backticks int  // an odd number means that the last one is not closed
	openBracketCount              int  // [ without ]
}

// isOpen reports whether a mark is not closed yet.
func (m *markdownMarkCounts) isOpen() bool {
	return m.isInCodeFence || m.stars%2 == 1 || m.underscores%2 == 1 || m.backticks%2 == 1 || m.openBracketCount > 0
}

// countMarkAndAdvance counts the mark at an index of text, if there is one. size is the size of the character
// at the index. It returns how many bytes to advance: 3 for a fence, else size.
func (m *markdownMarkCounts) countMarkAndAdvance(text string, at, size int) int {
	switch text[at] {
	case '\n':
		*m = markdownMarkCounts{isInCodeFence: m.isInCodeFence}
	case '*':
		if !isBullet(text, at) {
			m.stars++
		}
	case '_':
		m.underscores++
	case '[':
		m.openBracketCount++
	case ']':
		m.openBracketCount = max(0, m.openBracketCount-1)
	case '`':
		if strings.HasPrefix(text[at:], "```") {
			m.isInCodeFence = !m.isInCodeFence
			return len("```")
		}
		m.backticks++
	}
	return size
}

// isBullet reports whether the asterisk at an index of text is the mark of a list item.
func isBullet(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.TrimFunc(line, isSpace) == "" && strings.HasPrefix(text[at+1:], " ")
}
