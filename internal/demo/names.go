package demo

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
	"colloquy/internal/llm"
)

func (t *talk) knownName() string {
	if name := t.userName(); name != "" {
		return join(t.pick(filled(knowNameLines, name)), t.invite())
	}
	return join(t.pick(noNameLines), t.invite())
}

// userName is the name that the user gave last, "" if none.
func (t *talk) userName() string {
	for i := len(t.msgs) - 1; i >= 0; i-- {
		if t.msgs[i].Role != llm.User {
			continue
		}
		if name := givenName(t.msgs[i].Content); name != "" {
			return name
		}
	}
	return ""
}

// nameIntros stand in front of a name. After the uncertain ones a capital
// letter must follow and nothing else.
var nameIntros = []struct {
	text      string
	uncertain bool
}{
	{"my name is ", false}, {"my name's ", false}, {"my name’s ", false}, {"call me ", false},
	{"i am ", true}, {"i'm ", true}, {"i’m ", true},
}

// givenName returns the name that a line gives its writer.
func givenName(line string) string {
	if len(line) > 400 || !english.ASCII(line) && !utf8.ValidString(line) {
		return ""
	}
	lower := strings.ToLower(line)
	if len(lower) != len(line) {
		return ""
	}
	for _, intro := range nameIntros {
		at := strings.Index(lower, intro.text)
		if at < 0 || at > 0 && lower[at-1] != ' ' || intro.text == "call me " && !callsAgree(lower[:at]) {
			continue
		}
		if name := cleanName(line[at+len(intro.text):], intro.uncertain); name != "" {
			return name
		}
	}
	return ""
}

// callsAgree tells whether "call me" behind before is the writer's own wish:
// "they call me names" is none.
func callsAgree(before string) bool {
	ws := english.Words(before)
	return len(ws) == 0 || wishes[ws[len(ws)-1]]
}

var wishes = set("please can may just and so you hi hello hey yes ok")

// cleanName takes the first word of s as a name, of letters alone, with a
// capital.
func cleanName(s string, uncertain bool) string {
	word, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	ends := strings.HasSuffix(word, ".") || strings.HasSuffix(word, ",") || strings.HasSuffix(word, "!")
	word = strings.Trim(word, ".,!;\"'")
	r, size := utf8.DecodeRuneInString(word)
	if word == "" || utf8.RuneCountInString(word) > 24 || noNames[strings.ToLower(word)] {
		return ""
	}
	if uncertain && (!unicode.IsUpper(r) || rest != "" && !ends || nationality(word)) {
		return ""
	}
	for _, c := range word {
		if !unicode.IsLetter(c) && c != '-' && c != '\'' {
			return ""
		}
	}
	return string(unicode.ToUpper(r)) + word[size:]
}

var noNames = set(`not a an the what of in on so very just called no good fine sorry here sad happy tired bored
later when if crazy i you me it back your my and but ok okay well sure glad lost new old`)

func nationality(w string) bool { return hasAnySuffix(w, "ish", "ian", "ese", "can", "ing") }
