package demo

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
	"colloquy/internal/llm"
)

// answerUserName tells users their name, or says that it is not known.
func (t *turn) answerUserName() string {
	if name := t.userName(); name != "" {
		return joinParts(t.pickWording(fillWordings(knownUserNameAnswers, name)), t.offerOneTopic())
	}
	return joinParts(t.pickWording(unknownUserNameAnswers), t.offerOneTopic())
}

// userName returns the name that the user gave last, or "".
func (t *turn) userName() string {
	for i := len(t.messages) - 1; i >= 0; i-- {
		if t.messages[i].Role != llm.User {
			continue
		}
		if name := introducedName(t.messages[i].Content); name != "" {
			return name
		}
	}
	return ""
}

// nameIntros are phrases before a name. The name after an uncertain phrase must have a
// capital letter and end the clause.
var nameIntros = []struct {
	text        string
	isUncertain bool
}{
	{"my name is ", false}, {"my name's ", false}, {"my name’s ", false}, {"call me ", false},
	{"i am ", true}, {"i'm ", true}, {"i’m ", true},
}

// introducedName returns the name by which the writer of line introduces themselves, or "".
func introducedName(line string) string {
	if len(line) > 400 || !english.IsASCII(line) && !utf8.ValidString(line) {
		return ""
	}
	lowerLine := strings.ToLower(line)
	if len(lowerLine) != len(line) {
		return ""
	}
	for _, intro := range nameIntros {
		at := strings.Index(lowerLine, intro.text)
		if at < 0 || at > 0 && lowerLine[at-1] != ' ' || intro.text == "call me " && !introducesName(lowerLine[:at]) {
			continue
		}
		if name := firstWordAsName(line[at+len(intro.text):], intro.isUncertain); name != "" {
			return name
		}
	}
	return ""
}

// introducesName reports whether "call me" introduces a name. before is the text before "call me".
// The message "they call me names" introduces no name.
func introducesName(before string) bool {
	ws := english.Words(before)
	return len(ws) == 0 || callMeLeadIns[ws[len(ws)-1]]
}

var callMeLeadIns = wordSet("please can may just and so you hi hello hey yes ok")

// firstWordAsName returns the first word of s as a capitalised name, or "" if it is not a
// name.
func firstWordAsName(s string, uncertain bool) string {
	word, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	endsWithMark := strings.HasSuffix(word, ".") || strings.HasSuffix(word, ",") || strings.HasSuffix(word, "!")
	word = strings.Trim(word, ".,!;\"'")
	r, size := utf8.DecodeRuneInString(word)
	if word == "" || utf8.RuneCountInString(word) > 24 || notNames[strings.ToLower(word)] {
		return ""
	}
	if uncertain && (!unicode.IsUpper(r) || rest != "" && !endsWithMark || looksLikeNationality(word)) {
		return ""
	}
	for _, c := range word {
		if !unicode.IsLetter(c) && c != '-' && c != '\'' {
			return ""
		}
	}
	return string(unicode.ToUpper(r)) + word[size:]
}

var notNames = wordSet(`not a an the what of in on so very just called no good fine sorry here sad happy tired bored
later when if crazy i you me it back your my and but ok okay well sure glad lost new old`)

func looksLikeNationality(w string) bool { return hasAnySuffix(w, "ish", "ian", "ese", "can", "ing") }
