package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/english"
)

// plain brings a text into the form in which words are compared: lower case,
// one shape for each letter, no accents, and no marks that readers leave out.
func plain(s string) string {
	if english.ASCII(s) {
		return strings.ToLower(s)
	}
	var out strings.Builder
	out.Grow(len(s))
	for _, r := range s {
		shape := rune(0)
		switch {
		case int(r) < len(shapes):
			shape = shapes[r]
		case r >= 0x2010 && r <= 0x2027 && r != 0x2018 && r != 0x2019 || r == '。' || r >= 0x1f300 && r <= 0x1faff:
			shape = r
		case r == '’' || r == '‘':
			shape = '\''
		case r >= 0x3041 && r <= 0x3093 || r >= 0x30a1 && r <= 0x30f6 || r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3:
			shape = r
		}
		if shape == 0 {
			return decomposed(s)
		}
		out.WriteRune(shape)
	}
	return out.String()
}

// shapes are what decomposed makes of the letters of Europe; 0 for those that
// become several or that depend on their neighbours.
var shapes = func() (table [0x530]rune) {
	for r := range rune(len(table)) {
		if shape := []rune(decomposed(string(r))); len(shape) == 1 && !accent(r) {
			table[r] = shape[0]
		}
	}
	return table
}()

// decomposed is plain by the tables of Unicode.
func decomposed(s string) string {
	s = strings.Map(func(r rune) rune {
		if left, known := letters[r]; known {
			return left
		}
		if accent(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(strings.ReplaceAll(s, "ß", "ss")))
	return norm.NFC.String(s)
}

// letters are written in several ways by the same people; -1 drops one.
var letters = map[rune]rune{
	'’': '\'', '‘': '\'', 'ʼ': '\'', '`': '\'', '´': '\'', 'ł': 'l', 'Ł': 'l', 'ø': 'o', 'Ø': 'o', 'ı': 'i', 'đ': 'd',
	'ى': 'ي', 'ة': 'ه', 'ـ': -1, 'ँ': 'ं', '़': -1, 'ς': 'σ', '\u200b': -1, '\u200c': -1, '\u200d': -1, '\u2060': -1, '\ufe0f': -1, '\u00ad': -1,
}

// accent tells marks that do not make another letter, in scripts where they do
// not: the vowel signs of India and the voice marks of Japan stay.
func accent(r rune) bool {
	return r >= 0x300 && r <= 0x36f || r >= 0x591 && r <= 0x5c7 || r >= 0x64b && r <= 0x65f || r == 0x670
}

// clauses cuts a text at the marks that end sentences and returns the words of
// each. An ellipsis ends nothing.
func clauses(s string, yield func(words []string)) {
	words := make([]string, 0, len(s)/5+1)
	start, single := -1, 0
	end := func(i int) {
		if start < 0 {
			return
		}
		w := strings.Trim(s[start:i], "'")
		start = -1
		if len(w) == 1 && !unicode.IsDigit(rune(w[0])) {
			single++
		} else {
			words, single = spaced(words, single), 0
		}
		if long, ok := slang[undoubled(w)]; ok {
			w = long
		}
		words = english.Append(words, w)
	}
	for i, r := range s {
		if r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || disguise(s, i, r) {
			if start < 0 {
				start = i
			}
			continue
		}
		end(i)
		if r == '.' && (strings.HasPrefix(s[i:], "..") || strings.HasSuffix(s[:i], ".")) {
			continue
		}
		if strings.ContainsRune(".!?;。！？।؟", r) && len(words) > 0 {
			yield(spaced(words, single))
			words, single = words[:0], 0
		}
	}
	end(len(s))
	if len(words) > 0 {
		yield(spaced(words, single))
	}
}

// slang are short forms in the spellings in which they are found.
var slang = map[string]string{"wana": "wanna", "wanan": "wanna", "gona": "gonna", "gunna": "gonna", "dnot": "dont", "dno't": "dont", "cnat": "cant"}

// disguise tells a sign that stands for a letter in the middle of a word.
func disguise(s string, i int, r rune) bool {
	if r != '@' && r != '$' && r != '*' || i == 0 {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[i+1:])
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(next) && unicode.IsLetter(before)
}

// fewestSpaced letters that stand alone are one text: "w a n t".
const fewestSpaced = 5

// spaced joins the last n words, which are single letters, into one.
func spaced(words []string, n int) []string {
	if n < fewestSpaced || n > len(words) {
		return words
	}
	at := len(words) - n
	return append(words[:at], strings.Join(words[at:], ""))
}

// fillers carry nothing here, and stand anywhere.
var fillers = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`just really so very honestly maybe kinda literally actually fucking fuckin freaking
		still also probably simply truly seriously basically again lately tbh please omg ugh tho though badly bloody damn goddamn`) {
		set[w] = true
	}
	return set
}()
