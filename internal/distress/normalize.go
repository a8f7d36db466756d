package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/english"
)

// normalize returns the form in which words are compared: lower case, one form of each
// letter, without accents and without optional marks.
func normalize(s string) string {
	if english.IsASCII(s) {
		return strings.ToLower(s)
	}
	var out strings.Builder
	out.Grow(len(s))
	for _, r := range s {
		normalizedRune := rune(0)
		switch {
		case int(r) < len(normalizedRunes):
			normalizedRune = normalizedRunes[r]
		case r >= 0x2010 && r <= 0x2027 && r != 0x2018 && r != 0x2019 || r == '。' || r >= 0x1f300 && r <= 0x1faff:
			normalizedRune = r
		case r == '’' || r == '‘':
			normalizedRune = '\''
		case r >= 0x3041 && r <= 0x3093 || r >= 0x30a1 && r <= 0x30f6 || r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3:
			normalizedRune = r
		}
		if normalizedRune == 0 {
			return normalizeUnicode(s)
		}
		out.WriteRune(normalizedRune)
	}
	return out.String()
}

// normalizedRunes are the results of normalizeUnicode for European letters. An entry is 0
// if the result has several letters or depends on the letters around it.
var normalizedRunes = func() (table [0x530]rune) {
	for r := range rune(len(table)) {
		if shape := []rune(normalizeUnicode(string(r))); len(shape) == 1 && !isAccent(r) {
			table[r] = shape[0]
		}
	}
	return table
}()

// normalizeUnicode does the same as normalize with the tables of Unicode, which is
// slower.
func normalizeUnicode(s string) string {
	s = strings.Map(func(r rune) rune {
		if left, known := letterVariants[r]; known {
			return left
		}
		if isAccent(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(strings.ReplaceAll(s, "ß", "ss")))
	return norm.NFC.String(s)
}

// letterVariants maps letters that are written in several ways to one form; -1 removes
// a letter.
var letterVariants = map[rune]rune{
	'’': '\'', '‘': '\'', 'ʼ': '\'', '`': '\'', '´': '\'', 'ł': 'l', 'Ł': 'l', 'ø': 'o', 'Ø': 'o', 'ı': 'i', 'đ': 'd',
	'ى': 'ي', 'ة': 'ه', 'ـ': -1, 'ँ': 'ं', '़': -1, 'ς': 'σ', '\u200b': -1, '\u200c': -1, '\u200d': -1, '\u2060': -1, '\ufe0f': -1, '\u00ad': -1,
}

// isAccent reports whether r is a mark that does not change its letter. The vowel signs of India
// and the voice marks of Japan do change it, so they are not accents.
func isAccent(r rune) bool {
	return r >= 0x300 && r <= 0x36f || r >= 0x591 && r <= 0x5c7 || r >= 0x64b && r <= 0x65f || r == 0x670
}

// eachSentence splits a text into sentences and calls yield with the words of each. It reuses the
// slice of words. It joins spaced letters and replaces slang. An ellipsis does not end a sentence.
// Rule safety-risk-heard.
func eachSentence(s string, yield func(words []string)) {
	words := make([]string, 0, len(s)/5+1)
	start, singleLetters := -1, 0
	endWord := func(i int) {
		if start < 0 {
			return
		}
		w := strings.Trim(s[start:i], "'")
		start = -1
		if len(w) == 1 && !unicode.IsDigit(rune(w[0])) {
			singleLetters++
		} else {
			words, singleLetters = joinSpacedLetters(words, singleLetters), 0
		}
		if long, ok := misspeltForms[withoutDoubleLetters(w)]; ok {
			w = long
		}
		words = english.AppendWord(words, w)
	}
	for i, r := range s {
		if r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || isDisguisedLetter(s, i, r) {
			if start < 0 {
				start = i
			}
			continue
		}
		endWord(i)
		if r == '.' && (strings.HasPrefix(s[i:], "..") || strings.HasSuffix(s[:i], ".")) {
			continue
		}
		if strings.ContainsRune(".!?;。！？।؟", r) && len(words) > 0 {
			yield(joinSpacedLetters(words, singleLetters))
			words, singleLetters = words[:0], 0
		}
	}
	endWord(len(s))
	if len(words) > 0 {
		yield(joinSpacedLetters(words, singleLetters))
	}
}

// misspeltForms maps misspelt short forms to their usual spelling.
var misspeltForms = map[string]string{"wana": "wanna", "wanan": "wanna", "gona": "gonna", "gunna": "gonna", "dnot": "dont", "dno't": "dont", "cnat": "cant"}

// isDisguisedLetter reports whether the sign r at i stands for a letter inside a word.
func isDisguisedLetter(s string, i int, r rune) bool {
	if r != '@' && r != '$' && r != '*' || i == 0 {
		return false
	}
	nextRune, _ := utf8.DecodeRuneInString(s[i+1:])
	previousRune, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(nextRune) && unicode.IsLetter(previousRune)
}

// minSpacedLetters is the number of successive single letters that are joined to one
// word, as in "w a n t s".
const minSpacedLetters = 5

// joinSpacedLetters joins the last n words, which are single letters, into one word. It
// joins nothing if n is below minSpacedLetters.
func joinSpacedLetters(words []string, n int) []string {
	if n < minSpacedLetters || n > len(words) {
		return words
	}
	at := len(words) - n
	return append(words[:at], strings.Join(words[at:], ""))
}

// fillerWords do not change the meaning of a pattern and are ignored.
var fillerWords = func() map[string]bool {
	fillers := map[string]bool{}
	for w := range strings.FieldsSeq(`just really so very honestly maybe kinda literally actually fucking fuckin freaking
		still also probably simply truly seriously basically again lately tbh please omg ugh tho though badly bloody damn goddamn`) {
		fillers[w] = true
	}
	return fillers
}()
