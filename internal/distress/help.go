package distress

import (
	"fmt"
	"strings"
)

// Help is the help for a person at risk, in the language of their message.
type Help struct {
	Kind     RiskKind
	Language string // of the message, BCP 47
	Lines    []HelpLine
	country  string // of the user, ISO 3166; "" if unknown
}

// HelpFor returns the help for a user's message that was sent from a country (ISO 3166,
// or "" if unknown). ok is false if the message shows no risk.
func HelpFor(line, country string) (h Help, ok bool) {
	lineFindings := classifyLine(line)
	kind := lineFindings.gravestKind()
	if kind == None {
		return Help{}, false
	}
	return Help{kind, lineFindings.language, HelpLinesFor(kind, lineFindings.language, country), country}, true
}

// EmergencyNumber returns the emergency number of the user's country.
func (h Help) EmergencyNumber() string { return emergencyNumber(h.country) }

// Text returns a complete answer. Its text is not written in the voice of a character.
func (h Help) Text() string {
	texts, ok := answersByLanguage[h.Language]
	if !ok {
		texts = answersByLanguage["en"]
	}
	text := texts.risk
	switch {
	case h.Kind == Abuse:
		text = texts.abuse
	case h.Kind == OtherAtRisk && texts.other != "":
		text = texts.other
	case h.Kind == Acute && texts.acute != "":
		text = texts.acute
	}
	return fmt.Sprintf(text, h.NamesAndNumbers(), h.EmergencyNumber())
}

// NoteForReply returns a sentence with the help lines and the emergency number. It is for the end of a
// reply that names no help line (rule safety-help-line).
func (h Help) NoteForReply() string {
	texts, ok := answersByLanguage[h.Language]
	if !ok {
		texts = answersByLanguage["en"]
	}
	return fmt.Sprintf(texts.note, h.NamesAndNumbers(), h.EmergencyNumber())
}

// NamesAndNumbers returns the names and numbers of the help lines, and helpDirectory after them:
// "Samaritans 116 123; findahelpline.com".
func (h Help) NamesAndNumbers() string {
	parts := make([]string, 0, len(h.Lines)+1)
	for _, l := range h.Lines {
		if strings.Contains(l.Name, l.Number) {
			parts = append(parts, l.Name)
			continue
		}
		parts = append(parts, l.Name+" "+l.Number)
	}
	return strings.Join(append(parts, helpDirectory), "; ")
}

// IsNamedIn reports whether a reply contains the number of one of the help lines, or
// helpDirectory.
func (h Help) IsNamedIn(reply string) bool {
	digits := digitsOf(reply)
	for _, l := range h.Lines {
		if strings.Contains(reply, l.Number) || len(l.Number) > 5 && strings.Contains(digits, digitsOf(l.Number)) {
			return true
		}
	}
	return strings.Contains(reply, helpDirectory)
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// answerTexts are the answers in one language. In each text %[1]s stands for the help lines and
// %[2]s for the emergency number. If the field `acute` or the field `other` is empty, the field
// `risk` is used instead.
type answerTexts struct{ risk, abuse, note, acute, other string }
