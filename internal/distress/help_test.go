package distress_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"colloquy/internal/distress"
)

// rule safety-help-line
func TestHelpFitsLanguageAndCountry(t *testing.T) {
	for _, c := range []struct{ line, country, has string }{
		{"I want to die", "", "988"},
		{"I want to die", "", "116 123"},
		{"I want to die", "GB", "Samaritans 116 123"},
		{"I want to die", "GB", "999"},
		{"I want to die", "NZ", "1737"},
		{"I want to die", "DE", "TelefonSeelsorge 0800 111 0 111"},
		{"I want to die", "DE", "988"},
		{"I want to die", "XX", "findahelpline.com"},
		{"my husband beats me", "GB", "0808 2000 247"},
		{"Ich will nicht mehr leben", "", "0800 111 0 111"},
		{"Ich will nicht mehr leben", "AT", "142"},
		{"Je veux mourir", "", "3114"},
		{"Je veux mourir", "BE", "0800 32 123"},
		{"Je veux mourir", "CA", "988"},
		{"mon mari me frappe", "", "3919"},
		{"quiero morir", "", "024"},
		{"quiero morir", "MX", "800 911 2000"},
		{"quero morrer", "BR", "188"},
		{"死にたい", "", "0120-279-338"},
		{"我不想活了", "TW", "1925"},
		{"죽고 싶어요", "", "109"},
		{"aku mau bunuh diri", "", "findahelpline.com"},
		{"Я хочу умереть", "", "112"},
	} {
		h, ok := distress.HelpFor(c.line, c.country)
		if text := h.Text(); !ok || !strings.Contains(text, c.has) {
			t.Errorf("%q from %q is told %q, without %q", c.line, c.country, text, c.has)
		}
	}
	if _, ok := distress.HelpFor("How does the lamp work?", "GB"); ok {
		t.Error("help for a plain question")
	}
}

// The answer to a line at risk is in the language of the line.
func TestHelpIsInTheLanguageOfTheLine(t *testing.T) {
	seenLanguages := map[string]bool{}
	for _, e := range readLabelledLines(t) {
		h, ok := distress.HelpFor(e.text, "")
		if !ok || e.label == "none" {
			continue
		}
		seenLanguages[e.language] = true
		if h.Language != e.language && !isHeldOut(e.text) {
			t.Errorf("%q is taken for %s", e.text, h.Language)
		}
		for _, text := range []string{h.Text(), h.NoteForReply()} {
			if strings.Contains(text, "%!") || len([]rune(text)) > 600 || !h.IsNamedIn(text) {
				t.Errorf("%s: %q", e.language, text)
			}
		}
	}
	if len(seenLanguages) < 20 {
		t.Errorf("only %d languages", len(seenLanguages))
	}
}

// Each country below has help lines, each help line has a name, a number and languages, and
// HelpLinesReviewedOn is a date.
func TestHelpLinesAreComplete(t *testing.T) {
	if _, err := time.Parse(time.DateOnly, distress.HelpLinesReviewedOn); err != nil {
		t.Error(err)
	}
	for _, kind := range []distress.RiskKind{distress.SelfHarm, distress.Abuse} {
		for _, country := range []string{"US", "CA", "GB", "IE", "AU", "NZ", "IN", "DE", "AT", "CH", "FR", "BE", "NL", "ES", "MX", "AR", "IT", "PT", "BR", "PL", "SE", "GR", "UA", "IL", "KR", "JP", "CN", "TW"} {
			lines := distress.HelpLinesFor(kind, "", country)
			if len(lines) == 0 {
				t.Errorf("no line for %s", country)
			}
			for _, l := range lines {
				if l.Name == "" || !strings.ContainsFunc(l.Number, unicode.IsDigit) || l.Languages == "" || l.Country != country {
					t.Errorf("%+v", l)
				}
			}
		}
	}
}

func TestHelpIsFoundInAReply(t *testing.T) {
	h, _ := distress.HelpFor("I want to die", "GB")
	for reply, want := range map[string]bool{
		"Please ring Samaritans on 116 123.": true, "Ring 116-123 now": true, "See findahelpline.com": true,
		"Please talk to somebody.": false, "": false, "I was born in 1161 and died in 1231": false,
	} {
		if got := h.IsNamedIn(reply); got != want {
			t.Errorf("In(%q) = %v", reply, got)
		}
	}
}
