package distress

import (
	"fmt"
	"strings"
)

// Help is what somebody at risk is told: the help lines, in their language.
type Help struct {
	Kind     Kind
	Language string // of the line, BCP 47
	Lines    []HelpLine
	country  string
}

// HelpFor is the help for a user's line, written from a country (ISO 3166, ""
// when it is not known). ok is false when nothing was heard.
func HelpFor(line, country string) (h Help, ok bool) {
	heard := listen(line)
	kind := heard.gravest()
	if kind == None {
		return Help{}, false
	}
	return Help{kind, heard.language, LinesFor(kind, heard.language, country), country}, true
}

// Emergency is the number to call in danger.
func (h Help) Emergency() string { return emergency(h.country) }

// Text is a whole answer: out of any role, warm and short.
func (h Help) Text() string {
	texts, ok := answers[h.Language]
	if !ok {
		texts = answers["en"]
	}
	text := texts.risk
	switch {
	case h.Kind == Abuse:
		text = texts.abuse
	case h.Kind == Other && texts.other != "":
		text = texts.other
	case h.Kind == Acute && texts.acute != "":
		text = texts.acute
	}
	return fmt.Sprintf(text, h.Numbers(), h.Emergency())
}

// Note is the help line alone, for a reply that forgot it.
func (h Help) Note() string {
	texts, ok := answers[h.Language]
	if !ok {
		texts = answers["en"]
	}
	return fmt.Sprintf(texts.note, h.Numbers(), h.Emergency())
}

// Numbers names the lines: "Samaritans 116 123; findahelpline.com".
func (h Help) Numbers() string {
	parts := make([]string, 0, len(h.Lines)+1)
	for _, l := range h.Lines {
		if strings.Contains(l.Name, l.Number) {
			parts = append(parts, l.Name)
			continue
		}
		parts = append(parts, l.Name+" "+l.Number)
	}
	return strings.Join(append(parts, anywhere), "; ")
}

// In tells whether a reply names one of the lines already, or where to find one.
func (h Help) In(reply string) bool {
	digits := onlyDigits(reply)
	for _, l := range h.Lines {
		if strings.Contains(reply, l.Number) || len(l.Number) > 5 && strings.Contains(digits, onlyDigits(l.Number)) {
			return true
		}
	}
	return strings.Contains(reply, anywhere)
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// texts are the answers of one language. The first mark is for the lines, the
// second for the emergency number. Where acute or other is missing, risk serves.
type texts struct{ risk, abuse, note, acute, other string }
