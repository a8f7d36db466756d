package demo

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// withOpener puts an opener of the persona before text, on every second turn. The opener must be
// unsaid. If it cannot be joined to text, the result is text alone.
func (t *turn) withOpener(text string) string {
	if t.userMessageCount%2 == 0 {
		return text
	}
	opener := t.pickUnsaid(t.persona.Voice.Openers)
	if opener == "" {
		return text
	}
	if joined, ok := tryJoinOpener(opener, text); ok {
		return joined
	}
	return text
}

// tryJoinOpener joins an opener and a text, or returns false if it cannot. If the opener
// ends in a comma, the first word of the text becomes lower case, unless it may be a name.
func tryJoinOpener(opener, text string) (string, bool) {
	opener = strings.TrimSpace(opener)
	r, size := utf8.DecodeLastRuneInString(opener)
	switch r {
	case utf8.RuneError:
		return "", false
	case '.', '!', '?', '…', ':', '—', '–':
		return opener + " " + text, true
	case ',', ';':
	default:
		r = 0 // the text ends the sentence that the opener begins
	}
	firstWordOfText, _, _ := strings.Cut(text, " ")
	wordWithoutSuffix, _, _ := strings.Cut(strings.ReplaceAll(firstWordOfText, "’", "'"), "'")
	switch {
	case wordWithoutSuffix == "I":
		return opener + " " + text, true
	case lowerableWords[strings.ToLower(wordWithoutSuffix)]:
		return opener + " " + strings.ToLower(text[:1]) + text[1:], true
	case r == ',':
		return opener[:len(opener)-size] + ". " + text, true
	}
	return "", false
}

// lowerableWords begin sentences and are never names.
var lowerableWords = wordSet(`a all after an and as at before but by each every few for from he her his
how if in it its long many men most my no none not nothing now of on once one our out people she
since so some such that the their then there these they this those though to two under until
was we were what when where while who why with within women yes you your`)

// cutOpener returns the part of a reply after its opener, with a capital letter. ok is
// false if the reply does not begin with opener.
func cutOpener(reply, opener string) (string, bool) {
	opener = strings.TrimSpace(opener)
	bareOpener := strings.TrimRight(opener, ",;")
	if bareOpener == "" || !strings.HasPrefix(reply, bareOpener) {
		return "", false
	}
	replyRest := strings.TrimLeft(reply[len(bareOpener):], ",;. ")
	if r, size := utf8.DecodeRuneInString(replyRest); !endsWithAnyOf(opener, ".!?:") && unicode.IsLower(r) {
		replyRest = string(unicode.ToUpper(r)) + replyRest[size:]
	}
	return replyRest, true
}
