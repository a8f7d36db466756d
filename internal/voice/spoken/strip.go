package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// jsSpace has the characters that \s matches in JavaScript, so that the server and the web app
// remove the same characters.
const jsSpace = `\s\v\p{Z}\x{feff}`

var (
	linkPattern    = lazyRegexp(`\[([^\]]*)\]\([^)` + jsSpace + `]*\)`)
	addressPattern = lazyRegexp(`\b(?:https?://|www\.)[^` + jsSpace + `]+`)
)

// stripMarkup removes markup, stage directions, blocks of code, addresses and pictographs. It joins
// the rest on one line. The web app's function spokenText does the same. Rule voice-spoken-text.
func stripMarkup(markdown string) string {
	text := withoutStageDirections(withoutCodeBlocks(markdown))
	text = linkPattern().ReplaceAllString(text, "$1")
	text = addressPattern().ReplaceAllString(text, " ")
	text = strings.Map(func(r rune) rune {
		if isPictograph(r) {
			return -1
		}
		return r
	}, text)
	return oneLine(withoutMarkdownMarks(withoutUnderscores(text)))
}

// withoutCodeBlocks replaces each fenced block of code by a space. A block without an end
// reaches to the end of the text.
func withoutCodeBlocks(text string) string {
	var out strings.Builder
	for {
		before, block, found := strings.Cut(text, "```")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		out.WriteByte(' ')
		_, text, _ = strings.Cut(block, "```")
	}
}

// withoutStageDirections removes stage directions. A stage direction is a phrase in asterisks that
// begins with a small letter and stands between sentences. Inside a sentence such a phrase is
// emphasis and loses only its asterisks.
func withoutStageDirections(text string) string {
	var out strings.Builder
	copiedEnd := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '*' {
			continue
		}
		end := stageDirectionEnd(text, i)
		if end < 0 {
			continue
		}
		out.WriteString(text[copiedEnd:i])
		if !isStageDirection(text[:i], text[end:]) {
			out.WriteString(text[i+1 : end-1])
		}
		copiedEnd, i = end, end-1
	}
	out.WriteString(text[copiedEnd:])
	return out.String()
}

// stageDirectionEnd returns the index after the phrase in asterisks that begins at start. It
// returns -1 if there is no phrase in asterisks, or none that begins with a small letter.
func stageDirectionEnd(text string, start int) int {
	before, size := utf8.DecodeLastRuneInString(text[:start])
	if size > 0 && !isSpace(before) && before != '"' && before != '“' {
		return -1
	}
	if first, _ := utf8.DecodeRuneInString(text[start+1:]); !unicode.Is(unicode.Ll, first) {
		return -1
	}
	phraseLength := strings.IndexAny(text[start+1:], "*\n")
	if phraseLength < 0 || text[start+1+phraseLength] == '\n' {
		return -1
	}
	end := start + phraseLength + 2
	after, size := utf8.DecodeRuneInString(text[end:])
	if size > 0 && !isSpace(after) && !strings.ContainsRune(".,;:!?\"”", after) {
		return -1
	}
	return end
}

// isStageDirection reports whether a phrase in asterisks stands between sentences. Such a phrase is
// a stage direction. The arguments `before` and `after` are the texts around the phrase.
func isStageDirection(before, after string) bool {
	head := strings.TrimRightFunc(before, isSpace)
	tail := strings.TrimLeftFunc(after, isSpace)
	last, _ := utf8.DecodeLastRuneInString(head)
	first, _ := utf8.DecodeRuneInString(tail)
	beginsSentence := head == "" || strings.ContainsRune(".!?…\"”", last) || strings.Contains(before[len(head):], "\n")
	endsSentencePart := tail == "" || first == '"' || first == '“' || unicode.IsUpper(first) || strings.Contains(after[:len(after)-len(tail)], "\n")
	return beginsSentence && endsSentencePart
}

// withoutUnderscores removes up to two underscores at the start and at the end of a word.
func withoutUnderscores(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '_' {
			next := strings.IndexByte(text[i:], '_')
			if next < 0 {
				next = len(text) - i
			}
			out.WriteString(text[i : i+next])
			i += next
			continue
		}
		rest := strings.TrimLeft(text[i:], "_")
		underscoreCount := len(text) - i - len(rest)
		out.WriteString(strings.Repeat("_", keptUnderscoreCount(text[:i], rest, underscoreCount)))
		i += underscoreCount
	}
	return out.String()
}

// keptUnderscoreCount returns how many underscores of a sequence stay. run is the length of the sequence.
// before and after are the texts around it.
func keptUnderscoreCount(before, after string, run int) int {
	last, lastSize := utf8.DecodeLastRuneInString(before)
	next, nextSize := utf8.DecodeRuneInString(after)
	if lastSize == 0 || !isAlphanumeric(last) {
		openingUnderscoreCount := run
		if nextSize == 0 || isSpace(next) {
			openingUnderscoreCount-- // no visible character follows the last underscore
		}
		run -= min(openingUnderscoreCount, 2)
	}
	if nextSize == 0 || !isAlphanumeric(next) {
		run -= min(run, 2)
	}
	return run
}

// withoutMarkdownMarks removes asterisks, backticks, and the marks of headings and quotations.
func withoutMarkdownMarks(text string) string {
	var out strings.Builder
	previousRune := '\n'
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if n := markdownMarkLength(text[i:], previousRune); n > 0 {
			previousRune, _ = utf8.DecodeLastRuneInString(text[:i+n])
			i += n
			continue
		}
		out.WriteString(text[i : i+size])
		i += size
		previousRune = r
	}
	return out.String()
}

// markdownMarkLength returns the length in bytes of the Markdown mark at the start of text, or 0 if
// there is none. previousRune is the character before text.
func markdownMarkLength(text string, previousRune rune) int {
	if strings.HasPrefix(text, "```") {
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			return end
		}
		return len(text)
	}
	if n := len(text) - len(strings.TrimLeft(text, "*`")); n > 0 {
		return n
	}
	if !strings.ContainsRune("\n\r\u2028\u2029", previousRune) {
		return 0
	}
	indent := 0
	for indent < 3 && indent < len(text) && text[indent] == ' ' {
		indent++
	}
	textAfterIndent := text[indent:]
	rest := strings.TrimLeft(textAfterIndent, "#")
	if hashes := len(textAfterIndent) - len(rest); hashes > 6 || hashes == 0 && !strings.HasPrefix(rest, ">") {
		return 0
	} else if hashes == 0 {
		rest = rest[1:]
	}
	textAfterMark := strings.TrimLeftFunc(rest, isSpace)
	if len(textAfterMark) == len(rest) {
		return 0
	}
	return len(text) - len(textAfterMark)
}

// oneLine replaces white space by single spaces and removes it from both ends.
func oneLine(text string) string { return strings.Join(strings.FieldsFunc(text, isSpace), " ") }

func isSpace(r rune) bool {
	return r >= '\t' && r <= '\r' || r == '\ufeff' || unicode.Is(unicode.Z, r)
}

func isAlphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
