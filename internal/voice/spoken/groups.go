package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// groupSizes are the least characters of the first groups, and of all later ones: the first
// sentence is heard soon, and later ones have few pauses between recordings.
var groupSizes = []int{1, 120, 240, 480}

// Groups cuts a reply in Markdown into groups of sentences that are spoken one after
// another. The first has one sentence, later ones have more. Without isEnded the text may
// still grow, and only final groups are returned: those that a further sentence follows.
// The groups of a text are the first groups of every text that begins with it. The groups
// together are the whole text.
func Groups(markdown string, isEnded bool) []string {
	var out []string
	start, sentence := 0, 0
	marks := openMarks{}
	for i := 0; i < len(markdown); {
		r, size := utf8.DecodeRuneInString(markdown[i:])
		if !strings.ContainsRune(sentenceMarks, r) {
			size = marks.read(markdown, i, size)
			i += size
			continue
		}
		rest := strings.TrimLeft(strings.TrimLeft(markdown[i:], sentenceMarks), closingMarks)
		end := len(markdown) - len(rest)
		for at := i; at < end; at++ {
			marks.read(markdown, at, 1)
		}
		if !marks.isOpen() && canCut(markdown[sentence:i], markdown[i:end], rest) {
			sentence = end
			if isLongEnough(markdown[start:end], len(out)) {
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

func isLongEnough(group string, index int) bool {
	least := groupSizes[min(index, len(groupSizes)-1)]
	return utf8.RuneCountInString(group) >= least && hasWords(strip(group))
}

func hasWords(text string) bool { return strings.ContainsFunc(text, isAlphanumeric) }

// canCut reports whether a sentence ends with marks, and both sides are spoken as in the
// whole text. It is false until the next sentence begins.
func canCut(before, marks, after string) bool {
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
	last, _ := utf8.DecodeLastRuneInString(marks)
	return !strings.ContainsRune("#>", next) && (next != '*' || strings.ContainsRune(".!?…\"”", last))
}

// isListNumber reports whether text before a full stop is the number of a list's item.
func isListNumber(text string) bool {
	return strings.TrimFunc(text, unicode.IsDigit) == "" || strings.TrimFunc(strings.TrimFunc(text, isSpace), unicode.IsDigit) == ""
}

// openMarks counts the marks of a growing text that something may still close. All but
// fences end with their line.
type openMarks struct {
	fence                   bool
	stars, lines, backticks int
	brackets                int
}

func (m *openMarks) isOpen() bool {
	return m.fence || m.stars%2 == 1 || m.lines%2 == 1 || m.backticks%2 == 1 || m.brackets > 0
}

// read counts the mark at an index and returns how many bytes to go on; size is that of the
// character there.
func (m *openMarks) read(text string, at, size int) int {
	switch text[at] {
	case '\n':
		*m = openMarks{fence: m.fence}
	case '*':
		if !isBullet(text, at) {
			m.stars++
		}
	case '_':
		m.lines++
	case '[':
		m.brackets++
	case ']':
		m.brackets = max(0, m.brackets-1)
	case '`':
		if strings.HasPrefix(text[at:], "```") {
			m.fence = !m.fence
			return len("```")
		}
		m.backticks++
	}
	return size
}

// isBullet reports whether the asterisk at an index is the mark of a list's item.
func isBullet(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.TrimFunc(line, isSpace) == "" && strings.HasPrefix(text[at+1:], " ")
}
